// The only place that wires everything: databases with their stores, and the listeners of the API, the Settings pages and operations.
import type { Logger } from 'pino';
import { accountName, byOperator } from './audit/actors';
import { type Log, createLog, recordBy } from './audit/append';
import { type ActivityReader, createActivityReader } from './audit/read';
import { type VerifyOrganization, createVerifyOrganization, inspectLogs } from './audit/verify-organization';
import { type Config, type SettingsConfig, variable } from './config';
import type { ContractDocument } from './contract/document';
import type { ActiveContract } from './contract/active-contract';
import type { Backup } from './database/backup';
import type { Database } from './database/database';
import type { SemaphoreLimits } from './server/fair-semaphore';
import { openBackups as openBackupsOf, openDatabase } from './database/dialects';
import type { Listener, Timeouts } from './server/listener';
import type { Importer } from './import/importer';
import type { Environment } from './keys/format';
import { createKeyStore } from './keys/store';
import type { Metrics } from './monitoring/metrics';
import type { OnProgress, TableMove } from './move/move';
import { createOrganizationStore } from './organizations/store';
import { type UserStores, createUserStores } from './users/stores';

export { createLogger } from './logger';
export { HEARTBEAT_TIMEOUT } from './monitoring/heartbeat-timeout';

/** What the commands work on, without a listener. */
export interface Inventory {
  database: Database;
  organizations: ReturnType<typeof createOrganizationStore>;
  keys: ReturnType<typeof createKeyStore>;
  importer: Importer;
  activity: ActivityReader;
  verify: VerifyOrganization;
  users: UserStores;
  log: Log;
  close(): Promise<void>;
}

/** Opens and migrates the database. What is changed through the stores is done by `operator`; calls of the API are by their keys. */
export async function openInventory(databaseUrl: string, operator = accountName()): Promise<Inventory> {
  const database = await openDatabase(databaseUrl);
  const log = createLog(database);
  const actor = byOperator(operator);
  const record = recordBy(log, actor);
  // The contract's rules of a row are a good part of what a command loads, and most commands import nothing.
  let importer: Promise<Importer> | undefined;
  const loadImporter = () =>
    (importer ??= import('./import/importer.js').then(({ createImporter }) =>
      createImporter(database, record),
    ));
  return {
    database,
    organizations: createOrganizationStore(database, record),
    keys: createKeyStore(database, log, actor),
    importer: { run: async (...what) => (await loadImporter()).run(...what) },
    activity: createActivityReader(database),
    verify: createVerifyOrganization(database),
    users: createUserStores(database, log),
    log,
    close: () => database.close(),
  };
}

/** Opens the backup commands of a database without serving requests. They also verify activity logs. */
export const openBackups = (databaseUrl: string): Promise<Backup> => openBackupsOf(databaseUrl, inspectLogs);

/** Moves all that one database holds into another, which is made and migrated. @throws MoveRefused, and then the other holds nothing. */
export async function moveInventory(
  fromUrl: string,
  toUrl: string,
  onProgress?: OnProgress,
): Promise<TableMove[]> {
  const { move } = await import('./move/move.js');
  const from = await openDatabase(fromUrl, { create: false });
  try {
    const to = await openDatabase(toUrl);
    return await move(from, to, onProgress).finally(() => to.close());
  } finally {
    await from.close();
  }
}

/** Opens a database for a sandbox: with the demo world in it, and a test key for it. @throws Error when another inventory is in it. */
export async function openSandbox(databaseUrl: string): Promise<{ inventory: Inventory; key: string }> {
  const { DEMO_KEY, seedDemoWorld } = await import('./sandbox/demo-world/seed.js');
  const inventory = await openInventory(databaseUrl, 'sandbox');
  try {
    await seedDemoWorld(inventory.organizations, inventory.importer, inventory.keys);
  } catch (error) {
    await inventory.close();
    throw error;
  }
  return { inventory, key: DEMO_KEY };
}

const HOUR = 3_600_000;

/** Opens a database for a trial of the real server: with the demo world in it, and a live key for it. */
export async function openTrial(databaseUrl: string): Promise<{ inventory: Inventory; key: string }> {
  const { inventory } = await openSandbox(databaseUrl);
  const [organization] = await inventory.organizations.list();
  const expiresAt = new Date(Date.now() + HOUR);
  const key = await inventory.keys.create(organization!.id, {
    label: 'Trial',
    createdBy: 'trial',
    expiresAt,
    environment: 'live',
  });
  return { inventory, key };
}

export interface ServerOptions {
  config: Pick<Config, 'port' | 'host' | 'rateLimit' | 'validateResponses' | 'corsOrigins'> &
    Partial<Pick<Config, 'tls' | 'trustProxy'>>;
  environment: Environment;
  /** Answer planned operations as mocks, and follow `Prefer`. */
  sandbox?: boolean;
  /** Another contract than this project's own; what it releases without a handler here is mocked. */
  document?: ContractDocument;
  logger: Logger;
  /** Others than those of the real server, for tests. */
  timeouts?: Timeouts;
  metrics?: Metrics;
  /** How many workers there are, of which this is one: they count the requests of a key together. */
  workers?: number;
  admission?: SemaphoreLimits;
}

export type RunningServer = Listener & Pick<ActiveContract, 'contract' | 'withoutHandler' | 'replace'>;

/** Starts the API on an open inventory, which outlives it. */
export async function startServer(
  { database, keys, importer }: Inventory,
  {
    config,
    environment,
    logger,
    sandbox = false,
    document,
    timeouts,
    metrics,
    workers = 1,
    admission,
  }: ServerOptions,
): Promise<RunningServer> {
  // Loaded here: commands that only open an inventory need not wait for Express, openapi-backend and the contract's handlers.
  const [
    { createActiveContract },
    { createHandlers },
    { createAuthenticate },
    { createKeyUsage },
    { createApp },
    { listen },
  ] = await Promise.all([
    import('./contract/active-contract.js'),
    import('./resources/index.js'),
    import('./keys/authentication.js'),
    import('./keys/usage.js'),
    import('./api/app.js'),
    import('./server/listener.js'),
  ]);
  const usage = createKeyUsage(keys, (error) => logger.warn({ err: error }, 'last use of a key not written'));
  const mocksFor = sandbox ? (await import('./sandbox/mocks/mocks.js')).createMocksFor(database) : undefined;
  const served = await createActiveContract({
    document,
    handlersFor: (revision) => createHandlers(database, revision),
    mocksFor,
    validateResponses: config.validateResponses,
  });
  const console =
    sandbox &&
    (await import('./sandbox/console/console.js')).createConsole({
      database,
      importer,
      document: () => served.document,
    });
  const consoleRoutes = console && (await import('./sandbox/console/routes.js')).createConsoleRoutes(console);
  const app = createApp({
    contract: () => served.contract,
    authenticate: createAuthenticate(keys, usage, environment, metrics?.refusedKey),
    logger,
    requestsPerMinute: config.rateLimit,
    workers,
    measure: metrics?.answered,
    corsOrigins: config.corsOrigins,
    https: config.tls !== undefined || config.trustProxy !== undefined,
    trustProxy: config.trustProxy ?? [],
    describeAnswers: sandbox,
    ...(console && consoleRoutes ? { console: consoleRoutes, observe: console.log.add } : {}),
  });
  const listener = await listen(app, {
    host: config.host,
    port: config.port,
    tls: config.tls,
    onCertificate: metrics?.certificateExpires,
    logger,
    timeouts,
    admission,
    measure: metrics?.answered,
  });
  return {
    ...listener,
    get contract() {
      return served.contract;
    },
    get withoutHandler() {
      return served.withoutHandler;
    },
    replace: served.replace,
    async close(grace) {
      if (console) console.log.close(); // its open streams would hold the listener
      await listener.close(grace);
      await usage.close();
    },
  };
}

export interface SettingsOptions {
  config: SettingsConfig & Partial<Pick<Config, 'tls' | 'trustProxy'>>;
  /** Where the API listens. */
  apiUrl: string;
  logger: Logger;
}

/** Starts the Settings pages on an open inventory, which outlives them. */
export async function startSettings(
  { database, keys, activity, verify, log }: Inventory,
  { config, apiUrl, logger }: SettingsOptions,
): Promise<Listener> {
  const [
    { createSettings },
    { createIdentityProviders },
    { createOidcClient, reasonOf },
    { createSignIn },
    { createSite },
    { listen },
    { CONNECTION_SHARES },
  ] = await Promise.all([
    import('./settings/settings.js'),
    import('./settings/oidc.js'),
    import('./settings/oidc-client.js'),
    import('./users/sign-in.js'),
    import('./settings/http/app.js'),
    import('./server/listener.js'),
    import('./server/open-files.js'),
  ]);
  const { host, port, secret, tls, trustProxy } = config;
  const users = createUserStores(database, log, (error, requestId) =>
    logger.warn(
      { err: error, requestId },
      'a change of a user is not in the activity log of each of their organizations',
    ),
  );
  const signIn = createSignIn(
    { database, log, users },
    {
      secret,
      onError: (error, requestId) =>
        logger.warn({ err: error, requestId }, 'a refused sign-in is not in the activity log'),
    },
  );
  const url = (): string => config.url ?? listener.url;
  const onError = (error: unknown, requestId: string): undefined =>
    void logger.warn({ err: reasonOf(error), requestId }, 'sign-in by an identity provider failed');
  const identityProviders = createIdentityProviders({
    users,
    signIn,
    client: createOidcClient(variable),
    origin: url,
    onError,
  });
  const site = createSettings({
    users,
    signIn,
    identityProviders,
    keys,
    activity,
    verify,
    secret,
    url,
    apiUrl: () => config.apiUrl ?? apiUrl,
  });
  const app = createSite({
    site,
    https: tls !== undefined || trustProxy !== undefined,
    trustProxy: trustProxy ?? [],
    origin: url,
    logger,
  });
  const listener = await listen(app, {
    host,
    port,
    tls,
    logger,
    connectionShare: CONNECTION_SHARES.settings,
  });
  return {
    ...listener,
    async close(grace) {
      await listener.close(grace);
      await signIn.close();
    },
  };
}

/** What the server counts of itself; `listenForOperations` shows it. */
export async function openMetrics(database?: Database): Promise<Metrics> {
  const { createMetrics } = await import('./monitoring/metrics.js');
  return createMetrics(database?.connectionUse);
}

export interface OperationsOptions {
  config: Config['operations'];
  /** In Prometheus' text format. */
  metrics: () => Promise<string>;
  isListening: () => boolean;
  /**
   * Whether changes succeed in other processes, such as workers. The caller also checks this process's
   * database.
   */
  isWritable?: () => boolean;
  /** Whether those that answer requests do; a thread finds out by itself whether this process does. */
  isAlive?: () => boolean;
  /** In a thread of its own, beside one that is busy with requests. Only in a build: a thread cannot load TypeScript. */
  inThread?: boolean;
  logger: Logger;
}

export interface Operations {
  /** Undefined when they are switched off. */
  url?: string;
  /** From now on the server is not ready. */
  stopping(): void;
  close(): Promise<void>;
}

/** Starts the listener with health and metrics, if there is to be one. */
export async function startOperations(
  { database }: Inventory,
  {
    config: { host, port },
    metrics,
    isListening,
    isWritable = () => true,
    isAlive = () => true,
    inThread = false,
    logger,
  }: OperationsOptions,
): Promise<Operations> {
  if (port === undefined) return { stopping: () => {}, close: () => Promise.resolve() };
  const [{ createReadiness }, { createSchemaCheck }] = await Promise.all([
    import('./monitoring/readiness.js'),
    import('./database/schema-check.js'),
  ]);
  let isStopping = false;
  const readiness = createReadiness({
    missingMigrations: createSchemaCheck(database),
    isWritable: () => database.writes.isWritable() && isWritable(),
    isListening,
    isStopping: () => isStopping,
  });
  const options = { host, port, readiness, metrics, logger };
  const stopping = (): void => void (isStopping = true);
  if (!inThread) {
    const { listenForOperations } = await import('./monitoring/listener.js');
    return { ...(await listenForOperations({ ...options, isAlive })), stopping };
  }
  const { listenInThread } = await import('./monitoring/in-thread.js');
  const listener = await listenInThread(options);
  return {
    ...listener,
    stopping() {
      stopping();
      listener.stopping();
    },
  };
}
