// The console of the sandbox: what its pages ask, whichever framework serves them.
import { join } from 'node:path';
import { type ContractDocument, firstRequestPath, operationsOf } from '../../contract/document';
import type { Database } from '../../database/database';
import type { Importer } from '../../import/importer';
import { createResetDemoWorld } from '../demo-world/reset';
import { DEMO_KEY } from '../demo-world/seed';
import { createRequestLog } from './request-log';
import { createRuleOf } from './rule';
import { createReadWorld } from './world';

export interface ConsoleOptions {
  database: Database;
  importer: Importer;
  /** The contract that is served now. */
  document: () => ContractDocument;
}

export function createConsole({ database, importer, document }: ConsoleOptions) {
  return {
    /** The static files. */
    folder: join(__dirname, 'web'),
    log: createRequestLog(createRuleOf(document)),
    readWorld: createReadWorld(database),
    resetWorld: createResetDemoWorld(database, importer),
    /** `url` is where the reader's browser finds the sandbox. The key is public: it opens the demo world and nothing else. */
    settings: (url: string) => ({
      url,
      key: DEMO_KEY,
      contractVersion: document().info.version,
      firstRequestPath: firstRequestPath(operationsOf(document())),
    }),
    /** The contract, with this sandbox as its only server, for any tool that reads OpenAPI. */
    documentAt: (url: string) => ({ ...document(), servers: [{ url, description: 'This sandbox.' }] }),
  };
}
