// Starts the Settings pages on a second listener, together with a server and its database.
import pino from 'pino';
import { startSettings } from '../../src/app/settings';
import { createSettings } from '../../src/server/settings/settings';
import type { Listener } from '../../src/server/http/listener';
import { type TestServer, startTestServer } from './server';
import { SECRET, type TestUser, addUser } from './users';

export interface TestSettings extends TestServer {
  /** Base URL of the pages. */
  pages: string;
  listener: Listener;
  /** An administrator of cedar. */
  admin: TestUser;
  /** Adds another administrator of cedar. */
  addAdmin(email: string): Promise<TestUser>;
}

const ADMIN = 'compliance.manager@cedar.example';
/** Path of cedar's pages. */
export const CEDAR = '/organizations/cedar-power';

export async function startTestSettings(): Promise<TestSettings> {
  const server = await startTestServer();
  const listener = await startSettings(server.inventory, {
    config: { host: '127.0.0.1', port: 0, secret: SECRET },
    apiUrl: server.url,
    logger: pino({ level: 'silent' }),
  });
  return {
    ...server,
    pages: listener.url,
    listener,
    admin: await addUser(server.inventory, server.cedar.organization.id, ADMIN),
    addAdmin: (email) => addUser(server.inventory, server.cedar.organization.id, email),
    async close() {
      await listener.close(0);
      await server.close();
    },
  };
}

/** Returns the method and path of every route of the pages, so that a test covers new routes. */
export const settingsRoutes = () =>
  createSettings({
    names: {},
    users: {},
    signIn: {},
    secret: '',
    url: String,
    apiUrl: String,
  } as unknown as Parameters<typeof createSettings>[0]).routes.map(({ method, path }) => ({ method, path }));
