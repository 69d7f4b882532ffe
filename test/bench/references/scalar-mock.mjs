// Reference for the sandbox: @scalar/mock-server as its documentation shows it. `x-seed` and `x-handler` let it keep
// tasks in its store.
import { loadPeer } from './load-peer.mjs';
import { contract, tasks } from './tasks.mjs';

const [{ createMockServer }, { serve }] = await Promise.all([
  loadPeer('@scalar/mock-server'),
  loadPeer('@hono/node-server'),
]);

const {
  paths: { '/tasks': all, '/tasks/{id}': one },
  components: { schemas },
} = contract;
schemas.Task['x-seed'] = `seed(${JSON.stringify(tasks)});`;
all.get['x-handler'] = `const data = store.list('Task'); return { data, total: data.length };`;
all.post['x-handler'] = `const createdAt = new Date().toISOString();
  return store.create('Task', {
    ...req.body, status: 'open', createdAt, updatedAt: createdAt, completedAt: null,
  });`;
one.get['x-handler'] = `return store.get('Task', req.params.id);`;

const app = await createMockServer({ document: contract });
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' });
