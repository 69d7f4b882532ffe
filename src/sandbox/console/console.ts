// Provides the data of the console pages, independent of the web framework.
import journeys from '../../../generated/journeys.json';
import { type ContractDocument, firstRequestPath, listOperations } from '../../contract/document';
import type { Database } from '../../database/database';
import { DEMO_KEY, demoOrganization } from '../demo-data/demo-data';
import { type OnRequest, createRequestLog } from './request-log';
import { createFindRule } from './rule';
import type { Worlds } from '../control/worlds';
import { createReadRecords, createReadSites } from './world';

/** `document`: returns the active contract. `onRequest`: receives each request of the log. */
export function createConsole(
  database: Database,
  worlds: Worlds,
  document: () => ContractDocument,
  onRequest: OnRequest | undefined,
) {
  const [readSites, records] = [createReadSites(database), createReadRecords(database)];
  /** This sandbox, as the only server of its contract. */
  const serversAt = (url: string) => ({ servers: [{ url, description: 'This sandbox.' }] });
  /** The contracts without their servers, in YAML, which takes a tenth of a second. */
  const texts = new WeakMap<ContractDocument, string>();
  return {
    log: createRequestLog(createFindRule(document), onRequest),
    readPeople: async (id: string) => records.people((await worlds.get(id)).id),
    async listWorlds() {
      const counts = await records.counts();
      return (await worlds.list()).map((world) => ({ ...world, records: counts.get(world.id) ?? 0 }));
    },
    async readWorld(id: string) {
      const world = await worlds.get(id);
      return { sites: await readSites(world.id), kinds: await records.kinds(world.id, new Date(world.now)) };
    },
    /** `url` is the sandbox as the browser reaches it. The key is public: it opens the demo data only. */
    settings: (url: string) => ({
      url,
      key: DEMO_KEY,
      world: demoOrganization.id,
      contractVersion: document().info.version,
      firstRequestPath: firstRequestPath(listOperations(document())),
      /** For example `POST /cyber-assets`. Available operations come first. */
      operations: [...listOperations(document())]
        .sort((a, b) => a.availability.localeCompare(b.availability))
        .map(({ method, path }) => `${method} ${path}`),
    }),
    /** Returns the journeys whose operations the active contract has. */
    journeys() {
      const ids = new Set(listOperations(document()).map(({ operationId }) => operationId));
      return journeys.filter(({ steps }) => steps.every(({ operationId }) => ids.has(operationId)));
    },
    documentAt: (url: string) => ({ ...worlds.shown(document()), ...serversAt(url) }),
    async yamlAt(url: string): Promise<string> {
      const { stringify } = await import('yaml'); // 72 modules, which few sandboxes need
      const contract = worlds.shown(document());
      const options = { aliasDuplicateObjects: false, lineWidth: 0 };
      const text = texts.get(contract) ?? stringify({ ...contract, servers: undefined }, options);
      texts.set(contract, text);
      return text + stringify(serversAt(url));
    },
  };
}
