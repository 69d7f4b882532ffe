// Runs the statements of a server: for tests of all statements that it compiles.
import { AVAILABLE, readyRequest } from './available';
import { CEDAR, type TestSettings, settingsRoutes } from './settings';
import { signedInVisitor } from './visitor';

const FILTERS = [
  'name=cedar-RTU01',
  'actor=root',
  'action=moved',
  'type=cyber-asset&resource=ca_cedar_rtu',
  'before=3',
];

/**
 * Calls each available operation, and opens each Settings page, with each filter of the log and an earlier day of the
 * inventory.
 */
export async function requestEverything(server: TestSettings): Promise<void> {
  for (const operation of AVAILABLE) {
    const { method, path, body } = readyRequest(operation, 'cedar');
    await server.client(method, path, { body });
  }
  const visitor = await signedInVisitor(server.pages, server.admin);
  for (const { method, path } of settingsRoutes()) {
    const page = path.replace('/organizations/:slug', CEDAR).replace(':keyId', 'key_missing');
    if (method === 'get') await visitor.get(page.replace(':userId', server.admin.id));
  }
  for (const filter of FILTERS) expect((await visitor.get(`${CEDAR}/activity?${filter}`)).status).toBe(200);
  expect((await visitor.get(`${CEDAR}/inventory?as_of=2026-01-01`)).status).toBe(200);
}
