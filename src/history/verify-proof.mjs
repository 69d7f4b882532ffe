// Recomputes an inventory of a day from the log in this folder, without a network: node verify-proof.mjs
// Exit status 1: a row, an entry or a file was altered. Node.js 20 or later; no other program is needed.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const read = (name) => readFileSync(new URL(name, import.meta.url), 'utf8');
const sha256 = (text) => createHash('sha256').update(text).digest('hex');
const linesOf = (text) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

const problems = [];
const proof = JSON.parse(read('proof.json'));
for (const [name, digest] of Object.entries(proof.files))
  if (sha256(read(name)) !== digest)
    problems.push(`${name} was altered: its SHA-256 is not the one in proof.json.`);

// 1. The chain: each entry has a hash over its contents and the hash of the entry before it.
const HASHED = [
  'previous_hash',
  null,
  'sequence',
  'id',
  'occurred_at',
  'actor_type',
  'actor_id',
  'operation',
].concat(['resource_type', 'resource_id', 'description', 'changes', 'request_id']);
const entries = linesOf(read('entries.ndjson'));
let { sequence, hash } = proof.begin;
for (const entry of entries) {
  const hashed = HASHED.map((name) => (name === null ? proof.organization.id : entry[name]));
  const isNext = entry.sequence === sequence + 1 && entry.previous_hash === hash;
  if (!isNext || sha256(JSON.stringify(hashed)) !== entry.hash) {
    problems.push(`Entry ${sequence + 1} was altered, removed, inserted or moved.`);
    break;
  }
  ({ sequence, hash } = entry);
}
if (problems.length === 0 && (sequence !== proof.head.sequence || hash !== proof.head.hash))
  problems.push(
    `The entries end with ${sequence} ${hash}, but the head is ${proof.head.sequence} ${proof.head.hash}.`,
  );

// 2. The records: the entries up to the end of the day, applied in order.
const records = new Map();
const last = new Map();
const columnsOf = (resourceType) => proof.columns[resourceType];
for (const entry of entries.filter((one) => one.sequence <= proof.sequence && columnsOf(one.resource_type))) {
  const changes = JSON.parse(entry.changes);
  const key = `${entry.resource_type} ${entry.resource_id}`;
  const isCreation =
    ['created', 'imported'].includes(entry.operation) && changes.every(({ before }) => before === null);
  const known = isCreation
    ? { isWhole: true, fields: {} }
    : (records.get(key) ?? { isWhole: false, fields: {} });
  for (const { field, after } of changes)
    if (columnsOf(entry.resource_type).includes(field)) known.fields[field] = after;
  if (entry.operation === 'deleted') records.delete(key);
  else records.set(key, known);
  last.set(key, entry.sequence);
}

// 3. The list: every row must equal the recomputed record.
const rows = linesOf(read('inventory.ndjson'));
const systems = new Map(rows.filter((row) => row.type === 'cyber-system').map((row) => [row.id, row.fields]));
let unknown = 0;
for (const { type, id, fields, impact_rating, entry } of rows) {
  const key = `${type} ${id}`;
  const record = records.get(key);
  records.delete(key);
  if (!record?.isWhole) unknown += 1;
  const names = record?.isWhole ? columnsOf(type) : Object.keys(record?.fields ?? {});
  for (const name of names)
    if ((fields[name] ?? null) !== (record.fields[name] ?? null))
      problems.push(`${key}: ${name} is ${fields[name]} in the list, but ${record.fields[name]} in the log.`);
  if (entry !== (last.get(key) ?? null))
    problems.push(`${key}: its last entry is ${last.get(key)}, not ${entry}.`);
  const rated =
    type === 'cyber-asset' ? systems.get(fields.cyber_system_id)?.impact_rating : fields.impact_rating;
  if ((rated ?? null) !== impact_rating)
    problems.push(`${key}: its rating is ${rated}, not ${impact_rating}.`);
}
for (const key of records.keys()) problems.push(`${key} is in the log, but not in the list.`);

for (const problem of problems.slice(0, 20)) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log(
  `${proof.organization.name}: ${rows.length} records at the end of ${proof.day} (UTC) follow from ${entries.length} entries. ` +
    `${unknown} of them are older than the log, which proves only their logged fields.`,
);
console.log(
  `Head ${proof.head.hash} (entry ${proof.head.sequence}). Compare it with a head that you noted elsewhere.`,
);
