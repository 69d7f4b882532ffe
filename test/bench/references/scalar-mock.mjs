// Reference for the sandbox: @scalar/mock-server as its documentation shows it. With TASKS=kept, `x-seed` and
// `x-handler` keep tasks in its store. The bench installs it at run time: the project does not depend on it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const { PORT, PEERS, TASKS } = process.env;
const fromPeers = createRequire(pathToFileURL(`${PEERS}/package.json`));
const load = (name) => import(pathToFileURL(fromPeers.resolve(name)).href);
const [{ createMockServer }, { serve }] = await Promise.all([
  load('@scalar/mock-server'),
  load('@hono/node-server'),
]);

const document = JSON.parse(
  readFileSync(new URL('../../../generated/openapi.json', import.meta.url), 'utf8'),
);

/** Keeps the tasks that the contract's list shows, which are the demo tasks of the sandbox. */
function keepTasks({ paths, components: { schemas } }) {
  const { get: list, post: create } = paths['/tasks'];
  const [{ value }] = Object.values(list.responses['200'].content['application/json'].examples);
  schemas.Task['x-seed'] = `seed(${JSON.stringify(value.data)});`;
  list['x-handler'] = `const data = store.list('Task'); return { data, total: data.length };`;
  create['x-handler'] = `const createdAt = new Date().toISOString();
    return store.create('Task', {
      ...req.body, status: 'open', createdAt, updatedAt: createdAt, completedAt: null,
    });`;
  paths['/tasks/{id}'].get['x-handler'] = `return store.get('Task', req.params.id);`;
}

if (TASKS === 'kept') keepTasks(document);
const app = await createMockServer({ document });
serve({ fetch: app.fetch, port: Number(PORT), hostname: '127.0.0.1' });
