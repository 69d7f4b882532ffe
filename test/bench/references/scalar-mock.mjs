// Reference for the sandbox's mocks: @scalar/mock-server as its README shows it. The bench installs it at run
// time, because the project does not depend on it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const { PORT, PEERS } = process.env;
const fromPeers = createRequire(pathToFileURL(`${PEERS}/package.json`));
const load = (name) => import(pathToFileURL(fromPeers.resolve(name)).href);
const [{ createMockServer }, { serve }] = await Promise.all([
  load('@scalar/mock-server'),
  load('@hono/node-server'),
]);

const document = JSON.parse(
  readFileSync(new URL('../../../generated/openapi.json', import.meta.url), 'utf8'),
);
const app = await createMockServer({ document });
serve({ fetch: app.fetch, port: Number(PORT), hostname: '127.0.0.1' });
