// Starts a server for sync tests, with a folder, a sync and unique asset names for each test.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '../../src/client/index';
import { type Remote, createRemote } from '../../src/sync/inventory/remote';
import { temporaryFolder } from '../support/folder';
import { type TestServer, startTestServer } from '../support/server';
import { type SyncFolder, openSync } from './sync-folder';

export const RELAYS = 'cedar Protection'; // medium
export const SOLAR = 'cedar Plant Controls'; // low

const root = temporaryFolder();
export let server: TestServer;
export let sync: SyncFolder;
export let folder: string;

beforeAll(async () => void (server = await startTestServer({ validateResponses: false })));
afterAll(() => server.close());
beforeEach(() => {
  folder = mkdtempSync(join(root, 'sync-'));
  sync = openSync(folder, { url: server.url, key: server.cedar.key });
});

let tests = 0;
/** Returns a function that makes names unique to one test, because all tests share an organization. */
export const named =
  (mark = ++tests) =>
  (name: string): string =>
    `T${mark}-${name}`;

export const assets = () => sync.remote.assets();

/** Returns the assets of a test, one string each. */
export const owned = async (mark: (name: string) => string): Promise<string[]> =>
  (await assets())
    .filter(({ name }) => name.startsWith(mark('')))
    .map(
      ({ name, cyber_system_id, asset_type }) =>
        `${name.slice(mark('').length)} ${cyber_system_id} ${asset_type}`,
    )
    .sort();

/** Connects a second writer. */
export const another = (): Remote =>
  createRemote(createClient({ baseUrl: server.url, apiKey: server.cedar.key }));
