// Wires the API server: the contract with its handlers, the request pipeline, and the listener.
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { createApp } from '../server/api/app';
import type { AcceptedKeys } from '../server/api/authentication';
import type { AllowedOrigin } from '../server/api/cross-origin';
import type { Observe } from '../server/api/observe';
import type { ScriptedFaults } from '../server/api/request-context';
import { type Clock, systemClock } from '../base/day';
import type { Config } from '../base/config';
import {
  type ActiveContract,
  type ActiveContractOptions,
  createActiveContract,
} from '../contract/active-contract';
import { type ContractDocument, contractDocument } from '../contract/document';
import { createRecordModel } from '../contract/record-model';
import type { Environment } from '../server/keys/format';
import { createKeyUsage } from '../server/keys/usage';
import { type DatabaseWatch, createDatabaseWatch } from '../server/monitoring/database-watch';
import type { Metrics } from '../server/monitoring/metrics';
import { createHandlers, createFindUser } from '../server/operations/handlers';
import { requireNewRecords } from '../server/operations/new-records';
import { createNoMemory } from '../server/records/memory';
import { changedTables } from '../server/records/tables';
import { type WorldStores, createOpenWorlds, createWorldStores } from '../server/records/open-worlds';
import { type Listener, listen } from '../server/http/listener';
import type { Inventory } from './inventory';

/** The parts that a sandbox adds to the server. */
interface SandboxParts extends Pick<AcceptedKeys, 'userOf' | 'formerWorldOf' | 'advice' | 'onSignIn'> {
  stores: WorldStores;
  interceptorFor: ActiveContractOptions['interceptorFor'];
  /** In place of those of the configuration. */
  corsOrigins: AllowedOrigin[];
  /** Creates the console. `active` has the contract that the sandbox serves now. */
  createConsole(active: Pick<ActiveContract, 'contract' | 'document'>): {
    routes: RequestHandler[];
    faults: ScriptedFaults;
    observe: Observe;
    /** Ends open event streams, which would keep the listener open. */
    endStreams(): void;
    close(): Promise<void>;
  };
}

/** Tests replace the limits of connections. */
type ConnectionLimits = Pick<
  Parameters<typeof listen>[1],
  'timeouts' | 'admission' | 'maxConnections' | 'unread'
>;

export interface ServerOptions extends ConnectionLimits {
  config: Pick<Config, 'port' | 'host' | 'rateLimit' | 'validateResponses' | 'corsOrigins'> &
    Partial<Pick<Config, 'tls' | 'trustProxy' | 'sandboxToken' | 'limits'>>;
  environment: Environment;
  /** By default the system's. */
  clock?: Clock;
  sandbox?: SandboxParts;
  /** A branch to serve in place of this project's contract. */
  document?: ContractDocument;
  logger: Logger;
  metrics?: Metrics;
  /** By default a new one. The server closes it. */
  watch?: DatabaseWatch;
  /** Number of workers, including this one. Workers share the rate limit of a key. */
  workers?: number;
}

export interface RunningServer extends Listener, Pick<ActiveContract, 'contract' | 'replace'> {}

/** Starts the API on an open inventory. The caller closes the inventory after the server. */
export async function startServer(
  { database, keys }: Pick<Inventory, 'database' | 'keys'>,
  {
    config,
    environment,
    clock = systemClock,
    logger,
    sandbox,
    document,
    metrics,
    watch = createDatabaseWatch(database, logger),
    workers = 1,
    ...limits
  }: ServerOptions,
): Promise<RunningServer> {
  const usage = createKeyUsage(keys, (error) => logger.warn({ err: error }, 'usage of a key not written'));
  let url = '';
  const stores =
    sandbox?.stores ??
    createWorldStores(database, {
      isSandbox: false,
      clock,
      limits: config.limits,
      memory: createNoMemory(),
      origin: () => url,
    });
  if (!sandbox) await database.allowChanges(changedTables(document ?? contractDocument));
  const active = await createActiveContract({
    document,
    handlersFor: async (given, revision) => {
      await requireNewRecords(given);
      return createHandlers(given, stores, revision);
    },
    interceptorFor: sandbox?.interceptorFor,
    validateResponses: config.validateResponses,
  });
  const served = { contract: active.contract };
  const console = sandbox?.createConsole(active);
  const app = createApp({
    served,
    keys: {
      store: keys,
      environment,
      clock,
      userOf:
        sandbox?.userOf ?? createFindUser(createOpenWorlds(stores, createRecordModel(contractDocument))),
      formerWorldOf: sandbox?.formerWorldOf,
      onSignIn: sandbox?.onSignIn,
      advice: sandbox?.advice,
      onRejected: metrics?.countRejectedKey,
    },
    logger,
    requestsPerMinute: config.rateLimit,
    workers,
    onUnavailable: watch.failed,
    measure: metrics?.countRequest,
    countUse: usage.record,
    corsOrigins: sandbox?.corsOrigins ?? config.corsOrigins,
    https: config.tls !== undefined || config.trustProxy !== undefined,
    trustProxy: config.trustProxy ?? [],
    describeResponses: sandbox !== undefined,
    ...(console ? { console: console.routes, observe: console.observe, faults: console.faults } : {}),
  });
  const listener = await listen(app, {
    host: config.host,
    port: config.port,
    tls: config.tls,
    onCertificate: metrics?.setCertificateExpiry,
    logger,
    ...limits,
    measure: metrics?.countRequest,
    countUnread: metrics?.countUnread,
    connectionMetrics: metrics?.connections,
  });
  url = listener.url;
  return {
    ...listener,
    get contract() {
      return served.contract;
    },
    async replace(next) {
      await active.replace(next);
      served.contract = active.contract;
    },
    async close(grace) {
      console?.endStreams();
      await listener.close(grace);
      watch.close();
      await console?.close();
      await usage.close();
    },
  };
}
