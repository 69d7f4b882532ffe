// Recomputes an inventory of a day from the log in this folder, without a network: node verify-proof.mjs
// Exit status 1: a row, an entry or a file was altered. It needs Node.js 20 or later, and nothing else.
import { createHash } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';

const urlOf = (name) => new URL(name, import.meta.url);
const sha256 = (text) => createHash('sha256').update(text).digest('hex');

const problems = [];
const proof = JSON.parse(readFileSync(urlOf('proof.json'), 'utf8'));
const columnsOf = (resourceType) => proof.columns[resourceType];

/**
 * Yields the object of each line. Compares the digest of the file at its end. Texts may contain separators of lines at
 * which `readline` would split them.
 */
async function* linesOf(name) {
  const digest = createHash('sha256');
  let rest = '';
  for await (const chunk of createReadStream(urlOf(name), 'utf8')) {
    digest.update(chunk);
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    for (const line of lines) yield JSON.parse(line);
  }
  if (digest.digest('hex') !== proof.files[name])
    problems.push(`${name} was altered: its SHA-256 is not the one in proof.json.`);
}

// 1. The chain: each entry has a hash over its contents and the hash of the entry before it.
const CONTENT = 'sequence,id,occurred_at,actor_type,actor_id,operation,resource_type,resource_id'.split(',');
// An entry without a key was hashed without it, and one without any origin without all three.
function originOf({ source_address: address = null, user_agent: agent = null, key_id: key = null }) {
  if (key !== null) return [address, agent, key];
  return (address ?? agent) === null ? [] : [address, agent];
}
const hashOf = (entry) =>
  sha256(
    JSON.stringify([
      entry.previous_hash,
      proof.organization.id,
      ...CONTENT.map((name) => entry[name]),
      entry.description,
      entry.changes,
      entry.request_id,
      ...originOf(entry),
    ]),
  );

// 2. The records at the end of the day: the entries up to it, applied in order.
const records = new Map();
const last = new Map();

function apply({ resource_type, resource_id, operation, changes: text, sequence }) {
  const key = `${resource_type} ${resource_id}`;
  const changes = JSON.parse(text);
  const isCreation = /^(created|imported)$/.test(operation) && changes.every(({ before }) => before === null);
  const record = (!isCreation && records.get(key)) || { isWhole: isCreation, fields: {} };
  for (const { field, after } of changes)
    if (columnsOf(resource_type).includes(field)) record.fields[field] = after;
  if (operation === 'deleted') records.delete(key);
  else records.set(key, record);
  last.set(key, sequence);
}

let { sequence, hash } = proof.begin;
for await (const entry of linesOf('entries.ndjson')) {
  const isNext = entry.sequence === sequence + 1 && entry.previous_hash === hash;
  if (!isNext || hashOf(entry) !== entry.hash) {
    problems.push(`Entry ${sequence + 1} was altered, removed, inserted or moved.`);
    break;
  }
  ({ sequence, hash } = entry);
  if (sequence <= proof.sequence && columnsOf(entry.resource_type)) apply(entry);
}
if (problems.length === 0 && (sequence !== proof.head.sequence || hash !== proof.head.hash))
  problems.push(
    `The entries end with ${sequence} ${hash}. The head is ${proof.head.sequence} ${proof.head.hash}.`,
  );

// 3. The list: each row must equal the record that the log gives.
const ratings = new Map();
let [rows, unknown] = [0, 0];
for await (const { type, id, fields, impact_rating, entry } of linesOf('inventory.ndjson')) {
  const key = `${type} ${id}`;
  const record = records.get(key) ?? { isWhole: false, fields: {} };
  records.delete(key);
  rows += 1;
  if (!record.isWhole) unknown += 1;
  for (const name of record.isWhole ? columnsOf(type) : Object.keys(record.fields))
    if ((fields[name] ?? null) !== (record.fields[name] ?? null))
      problems.push(`${key}: ${name} is ${fields[name]} in the list, but ${record.fields[name]} in the log.`);
  if (entry !== (last.get(key) ?? null))
    problems.push(`${key}: its last entry is ${last.get(key)} in the log, but ${entry} in the list.`);
  // Systems come before their assets.
  if (type === 'cyber-system') ratings.set(id, fields.impact_rating);
  const rating = type === 'cyber-asset' ? ratings.get(fields.cyber_system_id) : fields.impact_rating;
  if ((rating ?? null) !== impact_rating)
    problems.push(`${key}: its rating is ${impact_rating} in the list, but ${rating} by its system.`);
}
for (const key of records.keys()) problems.push(`${key} is in the log, but not in the list.`);

for (const problem of problems.slice(0, 20)) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log(
  `${proof.organization.name}: ${rows} records at the end of ${proof.day} (UTC), from entries ${proof.begin.sequence + 1} to ${sequence}.`,
);
if (proof.begin.sequence > 0) console.log(`Entries 1 to ${proof.begin.sequence} are archived.`);
if (unknown > 0)
  console.log(`${unknown} records are older than these entries, which prove only their logged fields.`);
console.log(`Head ${hash} (entry ${sequence}). Compare it with a head that you noted elsewhere.`);
