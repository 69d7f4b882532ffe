// Flips single bits in a backup, its digest (SQLite only) and values of the database. The verification of the
// backup or of the log detects each flipped bit.
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { ROOT } from '../../support/processes.mjs';
import { prepareOrganization } from '../support/server.mjs';

const { openBackups, openInventory } = createRequire(import.meta.url)(`${ROOT}dist/src/app/inventory.js`);

export const name = 'flipped-bits';

const IN_FILE = 10_000;
const IN_VALUES = 2_000;
const DIGITS_BITS = 64 * 8;
const ASSETS = 20;

/** The columns that the log describes and the log's own columns, by table. */
const COLUMNS = {
  organizations: ['slug', 'name'],
  facilities: ['id', 'name'],
  control_centers: ['id', 'name'],
  cyber_systems: ['id', 'name', 'impact_rating', 'facility_id'],
  cyber_assets: ['id', 'name', 'name_key', 'cyber_system_id', 'asset_type'],
  api_keys: ['id', 'label', 'prefix', 'created_by', 'expires_at'],
  activity: [
    'id',
    'occurred_at',
    'actor_type',
    'actor_id',
    'operation',
    'resource_type',
    'resource_id',
    'description',
    'changes',
    'previous_hash',
    'hash',
  ],
  activity_heads: ['hash'],
};

const pick = (list) => list[Math.floor(Math.random() * list.length)];

function flipped(bytes, bit) {
  const copy = Buffer.from(bytes);
  copy[Math.floor(bit / 8)] ^= 1 << (bit % 8);
  return copy;
}

/** Returns true when a command reports problems or throws. */
const isRejected = (result) =>
  result.then(
    ({ problems }) => problems.length > 0,
    () => true,
  );

async function requireFound(file, target, what) {
  const backups = await openBackups(`sqlite:${target}`);
  if (!(await isRejected(backups.verify(file)))) throw new Error(`verify accepted ${what}`);
  if (!(await isRejected(backups.restore(file).then(() => ({ problems: [] })))))
    throw new Error(`restore accepted ${what}`);
  if (existsSync(target)) throw new Error(`restore left a database after ${what}`);
}

/** Flips bits of the file at even distances, and each bit of the digest. */
async function flipFile(databaseUrl, scale) {
  const [file, target] = ['backup', 'restored'].map(
    (each) => `${databaseUrl.slice('sqlite:'.length)}-${each}`,
  );
  await (await openBackups(databaseUrl)).take(file);
  const [bytes, digest] = [readFileSync(file), readFileSync(`${file}.sha256`)];
  const bits = bytes.length * 8;
  const stride = Math.max(1, Math.floor(bits / (IN_FILE * scale)));
  let flips = 0;
  for (let bit = Math.floor(Math.random() * stride); bit < bits; bit += stride, flips++) {
    writeFileSync(file, flipped(bytes, bit));
    await requireFound(file, target, `bit ${bit} of ${bits}`);
  }
  writeFileSync(file, bytes);
  for (let bit = 0; bit < DIGITS_BITS; bit++) {
    writeFileSync(`${file}.sha256`, flipped(digest, bit));
    await requireFound(file, target, `bit ${bit} of the digest`);
  }
  copyFileSync(file, `${file}-again`);
  writeFileSync(`${file}-again.sha256`, digest);
  await (await openBackups(`sqlite:${target}`)).restore(`${file}-again`);
  return { 'bits of the file': flips, 'bits of the digest': DIGITS_BITS };
}

async function dropTriggers(knex, kind) {
  const tables = ['activity', 'activity_heads'];
  if (kind === 'postgres') {
    for (const table of tables) await knex.raw('alter table ?? disable trigger user', [table]);
    return;
  }
  const triggers = await knex('sqlite_master')
    .where('type', 'trigger')
    .whereIn('tbl_name', tables)
    .pluck('name');
  for (const trigger of triggers) await knex.raw('drop trigger ??', [trigger]);
}

/** Flips a bit of one character. Returns undefined when the result is a control character. */
function flippedText(text) {
  const place = Math.floor(Math.random() * text.length);
  const code = text.charCodeAt(place) ^ (1 << Math.floor(Math.random() * 7));
  return code < 0x20 || code === 0x7f
    ? undefined
    : text.slice(0, place) + String.fromCharCode(code) + text.slice(place + 1);
}

/**
 * Returns the number of flipped bits, and of flips that the database rejected, for example by a foreign
 * key.
 */
async function flipValues({ database: { knex }, verify }, organization, kind, scale) {
  await dropTriggers(knex, kind);
  const figures = { 'bits of values': 0, 'rejected by the database': 0 };
  while (figures['bits of values'] + figures['rejected by the database'] < IN_VALUES * scale) {
    const table = pick(Object.keys(COLUMNS));
    const column = pick(COLUMNS[table]);
    const row = pick(
      await knex(table).where(table === 'organizations' ? 'id' : 'organization_id', organization),
    );
    const value = row[column] && flippedText(row[column]);
    if (!value) continue;
    try {
      await knex(table)
        .where(row)
        .update({ [column]: value });
    } catch {
      figures['rejected by the database']++;
      continue;
    }
    const { faults } = await verify(organization, 'operator');
    if (faults.length === 0)
      throw new Error(
        `activity verify accepted ${JSON.stringify([value, row[column]])} in ${table}.${column}`,
      );
    await knex(table)
      .where({ ...row, [column]: value })
      .update({ [column]: row[column] });
    figures['bits of values']++;
  }
  const { faults } = await verify(organization, 'operator');
  if (faults.length > 0) throw new Error(`activity verify rejects the original values: ${faults[0].message}`);
  return figures;
}

export async function run({ log, databaseUrl, database, scale = 1 }) {
  const { slug } = await prepareOrganization(databaseUrl, { assets: ASSETS });
  const ofFile = database.kind === 'sqlite' ? await flipFile(databaseUrl, scale) : {};
  log('flipped the bits of the file');
  const inventory = await openInventory(databaseUrl);
  try {
    const { id } = await inventory.organizations.find(slug);
    return { figures: { ...ofFile, ...(await flipValues(inventory, id, database.kind, scale)) } };
  } finally {
    await inventory.close();
  }
}
