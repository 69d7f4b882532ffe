// The capacity model: what organizations of a size cost on SQLite and PostgreSQL. Inputs are measurements.

const DAY_SECONDS = 86_400;
/** The busiest hour has this many times the average load. */
export const PEAK = 5;
/** A processor is full at this share, so that a failed server or a burst has room. */
export const MAX_BUSY = 0.6;
/** Bytes of an archived log entry (spec/guide/audit.md). */
export const ARCHIVED_BYTES = 68;

/** Returns the inputs of one database. `empty` and `one` have one organization, `many` has the assets of `one`. */
export function inputsOf({ empty, one, many, work }) {
  const perOrganization = (many.bytes - one.bytes) / (many.organizations - one.organizations);
  return {
    base: empty.bytes - perOrganization,
    perOrganization,
    perAsset: (one.bytes - empty.bytes) / one.assets,
    ...work,
  };
}

/**
 * Predicts the cost of a load. `rates` has GETs of one asset, PATCHes and POSTs per second, and assets in lists
 * per second. Returns milliseconds of processor time per second of the server and of the database.
 */
export function cpuOf({ cpu }, rates) {
  const sum = (part) =>
    Object.keys(cpu).reduce((total, work) => total + (rates[work] ?? 0) * cpu[work][part], 0);
  return { server: sum('server'), database: sum('database') };
}

/** Predicts the bytes of a new database with one log entry for each asset. */
export const seededBytes = ({ base, perOrganization, perAsset }, organizations, assets) =>
  base + organizations * (perOrganization + assets * perAsset);

/**
 * Predicts the needs of organizations with a daily load. `load`: shares of all assets that are changed, created
 * and read one by one each day, and whole lists that each organization reads each day.
 */
export function needsOf(inputs, organizations, assets, load) {
  const all = organizations * assets;
  const perSecond = (share) => (all * share) / DAY_SECONDS;
  const rates = {
    get: perSecond(load.reads),
    patch: perSecond(load.changes),
    list: perSecond(load.lists),
  };
  const cpu = cpuOf(inputs, rates);
  const changes = all * load.changes;
  const cores = (milliseconds) => (milliseconds / 1000) * (PEAK / MAX_BUSY);
  return {
    changesPerSecond: rates.patch * PEAK,
    serverCores: cores(cpu.server),
    databaseCores: cores(cpu.database),
    bytes: seededBytes(inputs, organizations, assets),
    logPerYear: changes * 365 * inputs.bytesPerChange,
    walPerDay: changes * (inputs.walPerChange ?? 0),
    archivePerYear: changes * 365 * ARCHIVED_BYTES,
  };
}
