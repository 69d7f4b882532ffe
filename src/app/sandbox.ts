// Wires the sandbox: the API server with worlds, rehearsals by Prism, and a console.
import { LOOPBACK, LOOPBACK_ORIGIN } from '../base/addresses';
import { createClocks } from '../base/day';
import { createLog } from '../server/audit/append';
import { byOperator } from '../server/audit/entry';
import { createKeyStore } from '../server/keys/store';
import { createConsole } from '../sandbox/console/console';
import { createConsoleRoutes } from '../sandbox/console/routes';
import { createControl } from '../sandbox/control/control';
import { createDefaultWorld, prepareSandbox } from '../sandbox/control/first-start';
import { createFaults } from '../sandbox/control/faults';
import { createFiles } from '../sandbox/control/files';
import { createGuard } from '../sandbox/control/guard';
import { createControlRoutes } from '../sandbox/control/routes';
import { createRecording } from '../sandbox/control/recording';
import { createSnapshots } from '../sandbox/control/snapshots';
import { createSignIns } from '../sandbox/control/sign-ins';
import { createWorldKeys } from '../sandbox/control/world-keys';
import { createWorlds, toClock } from '../sandbox/control/worlds';
import { DEMO_KEY, demoOrganization } from '../sandbox/demo-data/demo-data';
import { contractDocument } from '../contract/document';
import { createRecordModel } from '../contract/record-model';
import { createInterceptor } from '../sandbox/interceptor';
import { createOpenWorlds, createWorldStores } from '../server/records/open-worlds';
import { KEY_ADVICE } from '../server/records/world';
import { createWorldMemory } from '../server/records/memory';
import { openDatabase } from './open-database';
import { type RunningServer, type ServerOptions, startServer } from './server';

const DAY = 24 * 3_600_000;

export type SandboxInventory = Awaited<ReturnType<typeof openSandbox>>;

interface OpenOptions {
  /** Milliseconds after its last use at which a world goes; by default a day. */
  timeToLive?: number | undefined;
  /** The clock of the default world of a new database, as an ISO 8601 time; by default the real time. */
  now?: string | undefined;
  /** Whether the data is deleted after its use. */
  isTemporary?: boolean;
  /** The maximum number of characters of the snapshots of all worlds. */
  maxSnapshots?: number | undefined;
}

/** Opens a database with worlds. @throws Error when the database holds another inventory. */
export async function openSandbox(
  databaseUrl: string,
  { timeToLive = DAY, now, isTemporary = false, maxSnapshots }: OpenOptions = {},
) {
  const clocks = createClocks();
  const database = await openDatabase(databaseUrl, { isTemporary });
  try {
    await prepareSandbox(database);
    // Keys of worlds leave no entry: a world that was reset has the log of a new one.
    const unlogged = { ...createLog(database, clocks), append: () => Promise.resolve(undefined) };
    const keys = createKeyStore(database, unlogged, byOperator('sandbox'));
    const snapshots = await createSnapshots(database);
    const clock = now === undefined ? null : toClock(now).toISOString();
    const isNew = await createDefaultWorld(database, keys, clock);
    const defaultWorld = demoOrganization.id;
    const memory = createWorldMemory(clocks);
    const limits = { timeToLive, maxSnapshots };
    const worlds = createWorlds({ database, keys, clocks, memory, snapshots, defaultWorld, ...limits });
    await worlds.open();
    if (isNew) await worlds.reset(defaultWorld); // its invitations and its log end at its clock
    const recording = await createRecording(database, clocks, isTemporary);
    const faults = createFaults();
    let reachedAt = '';
    const origin = (): string => reachedAt;
    const files = createFiles(database);
    const ofSandbox = { isSandbox: true, clock: clocks, memory, origin, keepFile: files.keep };
    const stores = createWorldStores(database, ofSandbox);
    const openWorlds = createOpenWorlds(stores, createRecordModel(contractDocument));
    const recordSignIn = createSignIns(stores, openWorlds);
    const sources = { database, keys, clock: clocks };
    const worldKeys = createWorldKeys(sources, openWorlds, recordSignIn, worlds.whenReady);
    const control = createControl({ worlds, openWorlds, keys: worldKeys, faults, recording, files });
    return {
      /** Sets the origin at which callers reach the sandbox. */
      setOrigin: (given: string) => void (reachedAt = given),
      inventory: { database, keys, close: (): Promise<void> => database.close() },
      worldKeys,
      stores,
      worlds,
      clocks,
      recording,
      faults,
      control,
      defaultWorld,
      /** The key of the default world. */
      key: DEMO_KEY,
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

export type SandboxOptions = Omit<ServerOptions, 'environment' | 'sandbox' | 'clock'> & {
  /** Whether Prism alone answers planned operations. */
  stateless?: boolean;
  /** Whether the worlds record their calls, by default. */
  records?: boolean;
  /** The origin at which callers on the network reach the sandbox. */
  publicUrl?: string | undefined;
  /** Whether everyone may use the console and the worlds. */
  isPublic?: boolean;
};

/** Starts a sandbox on open worlds. */
export async function startSandbox(
  { inventory, worldKeys, stores, worlds, clocks, recording, faults, control, setOrigin }: SandboxInventory,
  { stateless = false, records = true, publicUrl, isPublic = false, ...options }: SandboxOptions,
): Promise<RunningServer> {
  const { database } = inventory;
  const { config, logger } = options;
  recording.reportErrors((error) => logger.warn({ err: error }, 'calls of worlds not recorded'));
  const { host, tls, trustProxy, sandboxToken: token } = config;
  const origins = [...config.corsOrigins, LOOPBACK_ORIGIN];
  const trustsProxy = trustProxy !== undefined;
  const isLocal = LOOPBACK.includes(host) && tls === undefined && !trustsProxy;
  const { createdAt: instance } = await worlds.get(demoOrganization.id); // that of the data, also of `--persist`
  const guard = createGuard({ instance, token, isLocal, isPublic, trustsProxy, host, publicUrl, origins });
  const server = await startServer(inventory, {
    ...options,
    environment: 'test',
    clock: clocks,
    sandbox: {
      userOf: worldKeys.userOf,
      onSignIn: worldKeys.onSignIn,
      formerWorldOf: worlds.formerWorldOf,
      advice: KEY_ADVICE,
      corsOrigins: origins,
      stores,
      interceptorFor: (document) =>
        createInterceptor(document, stateless ? undefined : stores.records, worlds.shown),
      createConsole(active) {
        faults.follow(() => active.contract);
        const onRequest = records ? recording.add : undefined;
        const document = () => active.document;
        const console = createConsole(database, worlds, document, onRequest);
        return {
          routes: [guard, createControlRoutes(control), createConsoleRoutes(console, origins)],
          faults,
          observe: console.log.add,
          endStreams: () => console.log.close(),
          close: recording.close,
        };
      },
    },
  });
  setOrigin(publicUrl ?? server.url);
  return server;
}
