// Writes a customer's size into a migrated database, in seconds: the organization `big` beside `small-1` to `small-N`.
//
//   node test/support/large-data.mjs DATABASE_URL [--assets 100000] [--entries 10 × assets] [--organizations 1000]
//     [--months 24] [--no-statistics]
//
// `big` has a system for each 100 assets, a facility for each 200, 5 keys, 20 members, and a log with a valid hash chain
// that agrees with the records. A small organization has 100 assets, 5 keys and 130 entries. Prints the result of
// `writeLargeData` as JSON. Tests in TypeScript call it through large-data.ts. Needs dist (`node src/build/build.mjs`).
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const require = createRequire(import.meta.url);
const fromDist = (path) => require(`../../dist/src/${path}.js`);

export const SETTINGS_SECRET = 'a secret of the settings, for large data';
export const PASSWORD = 'turbine ledger quietly orchard';
const CHEAP = { logN: 4, r: 1, p: 1 };
const DAY = 86_400_000;
const BATCH = 5000;
const RATINGS = ['high', 'medium', 'low'];

const padded = (number) => String(number).padStart(6, '0');

/** Returns a function that inserts rows of equal columns, in one statement for each batch. */
const inserterIn = (transaction, isPostgres) =>
  async function insert(table, rows) {
    for (let first = 0; first < rows.length; first += BATCH) {
      const columns = Object.keys(rows[0]);
      const batch = rows.slice(first, first + BATCH);
      const [values, json] = isPostgres
        ? [`${columns.join()} from json_populate_recordset(null::${table}, ?)`, batch]
        : [`${columns.map((_, at) => `value ->> ${at}`).join()} from json_each(?)`, batch.map(Object.values)];
      await transaction.raw(`insert into ${table} (${columns.join()}) select ${values}`, [
        JSON.stringify(json),
      ]);
    }
  };

/** Writes the entries of one organization in batches. `entries` yields actors and activities. Returns their number. */
async function writeLog(insert, organization, entries, { begin, step }) {
  const { GENESIS_HASH, computeHash } = fromDist('server/audit/chain');
  const { toRow } = fromDist('server/audit/append');
  let head = { sequence: 0, hash: GENESIS_HASH };
  let rows = [];
  for (const [actor, activity] of entries) {
    const past = {
      id: `act_${organization.slice(4)}_${padded(head.sequence)}`,
      occurredAt: new Date(begin + head.sequence * step).toISOString(),
    };
    const row = toRow(organization, head, past, actor, activity);
    row.hash = computeHash(organization, row);
    head = row;
    if (rows.push(row) < BATCH) continue;
    await insert('activity', rows);
    rows = [];
  }
  await insert('activity', rows);
  await insert('activity_heads', [
    { organization_id: organization, sequence: head.sequence, hash: head.hash },
  ]);
  return head.sequence;
}

const facilitiesOf = (mark, count) =>
  Array.from({ length: count }, (_, index) => ({
    id: `fac_${mark}_${padded(index)}`,
    name: `${mark} Substation ${index}`,
  }));

const systemsOf = (mark, count, facilities) =>
  Array.from({ length: count }, (_, index) => ({
    id: `cs_${mark}_${padded(index)}`,
    name: `${mark} Protection ${index}`,
    impact_rating: RATINGS[index % RATINGS.length],
    facility_id: facilities[index % facilities.length].id,
    control_center_id: null,
  }));

const assetsOf = (mark, count, systems) =>
  Array.from({ length: count }, (_, index) => ({
    id: `ca_${mark}_${padded(index)}`,
    name: `${mark}-RTU${padded(index)}`,
    cyber_system_id: systems[index % systems.length].id,
    asset_type: index % 4 === 0 ? 'software' : 'hardware',
  }));

/** Yields `count` or one more changes of assets, and makes them: renames, moves, and creations that a deletion follows. */
function* changesTo(assets, systems, mark, count) {
  const { assetCreated, assetDeleted, assetUpdated } = fromDist('server/records/asset-store');
  const systemOf = new Map(systems.map((system) => [system.id, system]));
  const rated = (asset) => ({ ...asset, impact_rating: systemOf.get(asset.cyber_system_id).impact_rating });
  for (let done = 0; done < count; done++) {
    const asset = assets[(done * 7919) % assets.length]; // a prime stride spreads the changes over all assets
    const before = rated(asset);
    if (done % 10 === 0) {
      const spare = { ...before, id: `ca_${mark}_spare_${done}`, name: `${mark}-SPARE${done}` };
      yield assetCreated(spare);
      yield assetDeleted(spare);
      done++;
    } else if (done % 5 === 0) {
      const from = systemOf.get(asset.cyber_system_id);
      const to = systems[(done * 31) % systems.length];
      asset.cyber_system_id = to.id;
      yield assetUpdated(before, rated(asset), from === to ? undefined : { from, to });
    } else {
      asset.name = `${asset.name.split(' ')[0]} rev ${done}`;
      yield assetUpdated(before, rated(asset), undefined);
    }
  }
}

/** Returns the users of an organization, the first of which is its administrator. */
async function usersOf(mark, slug, count, secret) {
  const { digestPassword } = fromDist('server/users/passwords');
  const { createSecretBox } = fromDist('server/users/secrets');
  const users = Array.from({ length: count }, (_, index) => ({
    id: `usr_${mark}_${index}`,
    email: `user-${index}@${slug}.example`,
    password: null,
    second_factor: null,
    second_factor_step: 0,
    recovery_codes: '[]',
  }));
  const [admin] = users;
  if (admin) {
    admin.password = await digestPassword(PASSWORD, 'known', CHEAP);
    admin.second_factor = createSecretBox(SETTINGS_SECRET).seal(secret, admin.id);
  }
  return users;
}

const KEYS = 5;

function keysOf(mark, slug, expiresAt) {
  const { digestOfKey, generateKey, getLastFour, getPrefix } = fromDist('server/keys/format');
  return Array.from({ length: KEYS }, (_, index) => {
    const secret = generateKey('live');
    const row = {
      id: `key_${mark}_${index}`,
      digest: digestOfKey(secret),
      prefix: getPrefix(secret),
      last_four: getLastFour(secret),
      label: `${slug} key ${index}`,
      access: 'read_write',
      created_by: 'root',
      expires_at: expiresAt,
      replaces: null,
    };
    return { secret, row };
  });
}

/** Yields the entries of an organization's log: its creation, an import on the first day, and changes of assets. */
function* entriesOf({ id, slug, mark }, { keys, users, facilities, systems, assets }, count) {
  const { byOperator, listChanges, createEntry } = fromDist('server/audit/entry');
  const { listActivities } = fromDist('server/import/importer');
  const { keyCreated } = fromDist('server/keys/key-rules');
  const { joined } = fromDist('server/users/user-activity');
  const created = (rows) => ({ created: rows.map((row) => ({ id: row.id, fields: row })), updated: [] });
  const none = { byId: new Map() };
  const plan = {
    facilities: created(facilities),
    control_centers: created([]),
    cyber_systems: created(systems),
    cyber_assets: created(assets),
  };
  const current = Object.fromEntries(Object.keys(plan).map((name) => [name, none]));
  const operator = byOperator('root');
  const fields = listChanges(['slug', 'name'], {}, { slug, name: slug });
  const first = [
    createEntry('organization', id, 'created', `Created the organization ${slug}.`, fields),
    ...keys.map(({ row }) => keyCreated(row)),
    ...users.map((user, index) => joined(user, { role: index === 0 ? 'admin' : 'member' })),
    ...listActivities(plan, current),
  ];
  for (const activity of first) yield [operator, activity];
  const origin = { requestId: `req_${mark}`, sourceAddress: '192.0.2.7', userAgent: 'cmdb-sync/2.1' };
  const actors = [
    ...keys.map(({ row }) => ({ actorType: 'api_key', actorId: row.id, ...origin })),
    ...users.slice(0, 3).map((user) => ({ actorType: 'user', actorId: user.id, ...origin })),
  ];
  let turn = 0;
  for (const activity of changesTo(assets, systems, mark, count - first.length))
    yield [actors[turn++ % actors.length], activity];
}

/** Writes one organization, and returns what `writeLargeData` says of it. */
async function writeOrganization(insert, { slug, assets: count, entries, members, months }) {
  const { nameKey } = fromDist('base/text');
  const { newSharedSecret } = fromDist('server/users/second-factor');
  const mark = slug.replace('-', '');
  const id = `org_${mark}`;
  const end = Date.now() - DAY;
  const begin = end - months * 30 * DAY;
  const [created_at, updated_at] = [begin, end].map((time) => new Date(time).toISOString());
  const secret = newSharedSecret();
  const keys = keysOf(mark, slug, new Date(end + 90 * DAY).toISOString());
  const users = await usersOf(mark, slug, members, secret);
  const facilities = facilitiesOf(mark, Math.ceil(count / 200));
  const systems = systemsOf(mark, Math.ceil(count / 100), facilities);
  const assets = assetsOf(mark, count, systems);
  const inOrganization = (rows, more) => rows.map((row) => ({ organization_id: id, ...row, ...more }));

  await insert('organizations', [{ id, slug, name: slug, created_at }]);
  const contents = { keys, users, facilities, systems, assets };
  const times = { begin, step: Math.floor((end - begin) / entries) };
  const logged = await writeLog(insert, id, entriesOf({ id, slug, mark }, contents, entries), times);
  await insert(
    'api_keys',
    inOrganization(
      keys.map(({ row }) => row),
      { created_at },
    ),
  );
  await insert(
    'users',
    users.map((user) => ({ ...user, created_at })),
  );
  const roles = users.map((user, index) => ({ user_id: user.id, role: index === 0 ? 'admin' : 'member' }));
  await insert('memberships', inOrganization(roles, { created_at }));
  await insert('facilities', inOrganization(facilities));
  await insert('cyber_systems', inOrganization(systems));
  const named = assets.map((asset) => ({ ...asset, name_key: nameKey(asset.name) }));
  await insert('cyber_assets', inOrganization(named, { created_at, updated_at }));
  const collections = ['facilities', 'cyber_systems', 'cyber_assets'].map((collection) => ({ collection }));
  await insert('collection_versions', inOrganization(collections, { version: 'first' }));

  const admin = users[0] && { id: users[0].id, email: users[0].email, secret };
  const { id: assetId, name: assetName } = assets[0];
  return {
    id,
    slug,
    key: keys[0].secret,
    admin,
    assetId,
    assetName,
    assets: count,
    entries: logged,
    begin: created_at,
  };
}

/**
 * Writes the data. Returns `{ big, small, smalls }`: `small` is `small-1`, and `smalls` are all small ones, each
 * `{ id, slug, key, admin?: { id, email, secret }, assetId, assetName, assets, entries, begin }`. `big` and `small` have
 * an administrator, whose password is PASSWORD. The server needs SETTINGS_SECRET to read their second factors.
 */
export async function writeLargeData(
  databaseUrl,
  { assets = 100_000, entries = 10 * assets, organizations = 1000, months = 24, statistics = true } = {},
) {
  const { openInventory } = fromDist('app/inventory');
  const write = async (options) => {
    const inventory = await openInventory(databaseUrl);
    try {
      const { knex } = inventory.database;
      const written = await knex.transaction(async (transaction) => {
        const insert = inserterIn(transaction, !databaseUrl.startsWith('sqlite:'));
        const all = [];
        for (const each of options) all.push(await writeOrganization(insert, { months, ...each }));
        return all;
      });
      if (statistics) await knex.raw('analyze');
      return written;
    } finally {
      await inventory.close();
    }
  };
  const smallOf = (number) => ({
    slug: `small-${number}`,
    assets: 100,
    entries: 130,
    members: number === 1 ? 2 : 0,
  });
  // The next opening makes the partitions of the months of its entries.
  const [small] = await write([smallOf(1)]);
  const others = Array.from({ length: organizations - 1 }, (_, index) => smallOf(index + 2));
  const [big, ...rest] = await write([{ slug: 'big', assets, entries, members: 20 }, ...others]);
  return { big, small, smalls: [small, ...rest] };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      assets: { type: 'string' },
      entries: { type: 'string' },
      organizations: { type: 'string' },
      months: { type: 'string' },
      'no-statistics': { type: 'boolean' },
    },
  });
  const { 'no-statistics': without = false, ...sizes } = values;
  const numbers = Object.fromEntries(Object.entries(sizes).map(([name, value]) => [name, Number(value)]));
  console.log(JSON.stringify(await writeLargeData(positionals[0], { ...numbers, statistics: !without })));
}
