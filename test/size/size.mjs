// `npm run size` calls each operation, page and command on a customer's size, once alone and 16 at once, beside a probe of
// another organization. The exit status is 1 when a call exceeds its budget in budgets.yaml, or has none.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { memoryOf, watchMemory } from '../bench/support/memory.mjs';
import { DATABASES } from '../soak/support/databases.mjs';
import { startServer } from '../soak/support/server.mjs';
import { SETTINGS_SECRET, writeLargeData } from '../support/large-data.mjs';
import { readOptions } from '../support/options.mjs';
import { ROOT, startProcess, stopEverything } from '../support/processes.mjs';
import { budgets, fill, missingBudgets, operationRows } from './support/rows.mjs';

const TOGETHER = 16;
const MAX_COMMAND_SECONDS = 600;
const MAX_REQUEST_SECONDS = 120;
/** The asset that the probe changes. The source of the sync lacks it. */
const WRITTEN = 'ca_big_000009';
const USAGE = `npm run size -- [options]
  --on DATABASE    runs on ${Object.keys(DATABASES).join(' or ')}; repeatable
  --only TEXT      calls whose name contains this text; repeatable
  --assets N       the assets of the large organization (default 100000); the budgets are for the default
  --database URL   uses this database, which large-data.mjs has filled, with --data
  --data FILE      what large-data.mjs printed
  --json FILE      writes the figures to this file`;

const values = readOptions(
  USAGE,
  {
    on: { type: 'string', multiple: true },
    only: { type: 'string', multiple: true },
    assets: { type: 'string', default: '100000' },
    database: { type: 'string' },
    data: { type: 'string' },
    json: { type: 'string' },
  },
  { numbers: ['assets'], choices: { on: Object.keys(DATABASES) } },
);
const isWanted = (name) => values.only?.some((text) => name.includes(text)) ?? true;
const secondsSince = (since) => (performance.now() - since) / 1000;

/** Sends a request, and reads the whole response. Returns its seconds, and its status or the name of an error. */
async function ask(url, { method = 'GET', path, headers, body }) {
  const since = performance.now();
  const content = body && {
    body: JSON.stringify(body),
    headers: { ...headers, 'content-type': 'application/json' },
  };
  const signal = AbortSignal.timeout(MAX_REQUEST_SECONDS * 1000);
  try {
    const response = await fetch(url + path, { method, headers, redirect: 'manual', signal, ...content });
    for await (const chunk of response.body ?? []) void chunk;
    return { seconds: secondsSince(since), outcome: response.status };
  } catch (error) {
    return { seconds: secondsSince(since), outcome: error.name };
  }
}

/** Runs `work` beside the probe. Returns its result with what others waited meanwhile. */
async function beside(probe, work) {
  probe.postMessage('begin');
  const result = await work();
  probe.postMessage('end');
  const [waited] = await once(probe, 'message');
  return { ...result, waited };
}

/** Sets the most memory of a process (VmHWM) to what it has. */
const forgetMemory = (pid) => writeFileSync(`/proc/${pid}/clear_refs`, '5');

async function callTogether(count, url, pid, request) {
  forgetMemory(pid);
  const calls = await Promise.all(Array.from({ length: count }, (_, number) => ask(url, request(number))));
  return {
    seconds: Math.max(...calls.map(({ seconds }) => seconds)),
    outcomes: calls.map(({ outcome }) => outcome),
    memory: memoryOf(pid, 'VmHWM'),
  };
}

async function runCommand(line, environment) {
  const since = performance.now();
  const log = join(environment.FOLDER, 'output');
  const args = [`${ROOT}dist/src/main.js`, ...line];
  const child = startProcess(process.execPath, args, environment, log);
  const memory = watchMemory(child.pid, 'VmHWM');
  const timer = setTimeout(() => child.kill('SIGKILL'), MAX_COMMAND_SECONDS * 1000);
  const [status, signal] = await once(child, 'exit');
  clearTimeout(timer);
  const outcome = { seconds: secondsSince(since), outcomes: [status ?? signal], memory: memory.max() };
  return { ...outcome, said: readFileSync(log, 'utf8').slice(-300) };
}

/** Returns a sentence for each limit that a figure exceeds. */
function faultsOf(name, { seconds, outcomes, memory, waited, said = '' }, limit, expected) {
  const refused = limit.isWriting
    ? waited.failures.filter((failure) => !failure.startsWith('PATCH'))
    : waited.failures;
  const over = (what, figure, most, unit) =>
    figure > most ? [`${name}: ${what} ${figure.toFixed(2)} ${unit}, at most ${most}`] : [];
  const wrong = outcomes.filter((outcome) => outcome !== expected);
  return [
    ...(wrong.length > 0
      ? [`${name}: ${wrong.length} of ${outcomes.length} ended with ${wrong[0]} ${said}`]
      : []),
    ...over('takes', seconds, limit.seconds, 's'),
    ...over('takes', memory, limit.memory, 'MB'),
    ...over('others wait', waited.reads, budgets.wait, 's'),
    ...(refused.length > 0 ? [`${name}: others get ${refused[0]} (${refused.length} times)`] : []),
  ];
}

/** Starts a session of an administrator, and returns its cookie. */
async function signIn(databaseUrl, user) {
  const { openInventory } = createRequire(import.meta.url)(`${ROOT}dist/src/app/inventory.js`);
  const { database, users, close } = await openInventory(databaseUrl);
  const session = { user, stage: 'signed in', provider: null };
  const token = await database.write({ holder: user.id }, (transaction) =>
    users.sessions.begin(transaction, session),
  );
  await close();
  return `__Host-session=${token}; session=${token}`;
}

/** Writes the files of the commands: an import, and a source with all assets, changed ones and new ones. */
async function writeFiles(folder, url, { big }) {
  const file = (name) => join(folder, name);
  const response = await fetch(`${url}/cyber-assets`, { headers: { 'x-api-key': big.key } });
  const assets = (await response.json()).filter(({ id }) => id !== WRITTEN);
  const system = 'cs_big_000000';
  const rows = Array.from({ length: assets.length }, (_, index) => ({
    name: `imported ${index}`,
    cyber_system_id: system,
    asset_type: 'hardware',
  }));
  writeFileSync(file('import.json'), JSON.stringify({ cyber_assets: rows }));
  const source = assets.map(({ name, asset_type, cyber_system_id }, index) => {
    const other = asset_type === 'hardware' ? 'software' : 'hardware';
    return { key: `k${index}`, name, type: index % 50 === 0 ? other : asset_type, system: cyber_system_id };
  });
  for (let index = 0; index < assets.length / 100; index++)
    source.push({ key: `n${index}`, name: `new ${index}`, type: 'hardware', system });
  const lines = [...source, { end_of_export: { rows: source.length } }].map((row) => JSON.stringify(row));
  writeFileSync(file('source.ndjson'), `${lines.join('\n')}\n`);
  const fields = 'fields: {name: name, asset_type: type, cyber_system: system}';
  writeFileSync(file('map.yaml'), `source: {name: cmdb}\nkey: key\n${fields}\nadopt: ignore-case\n`);
  execFileSync(process.execPath, [
    `${ROOT}dist/src/main.js`,
    'activity',
    'checkpoint-key',
    file('checkpoint.key'),
  ]);
}

async function runOn(kind, database, data, folder) {
  const { big, small } = data;
  const environment = { SETTINGS_PORT: '0', SETTINGS_SECRET, RATE_LIMIT: '100000' };
  const { child, url, settings, said } = await startServer({ databaseUrl: database.url, environment });
  await writeFiles(folder, url, data);
  const workerData = {
    url,
    reader: small,
    writer: { key: big.key, assetId: WRITTEN },
  };
  const probe = new Worker(new URL('support/probe.mjs', import.meta.url), { workerData });
  const cookie = await signIn(database.url, big.admin);
  const names = {
    slug: big.slug,
    assetName: big.assetName,
    assetId: big.assetId,
    keyId: 'key_big_1',
    userId: 'usr_big_1',
    deep: Math.floor(big.entries * 0.9),
    day: new Date(Date.parse(big.begin) + 360 * 86_400_000).toISOString().slice(0, 10),
    archived: new Date(Date.parse(big.begin) + 120 * 86_400_000).toISOString().slice(0, 7),
    database: database.url,
    folder,
    key: join(folder, 'checkpoint.key'),
    source: join(folder, 'source.ndjson'),
    map: join(folder, 'map.yaml'),
    plan: join(folder, 'plan.json'),
    import: join(folder, 'import.json'),
  };
  const results = [];
  const report = (name, budget, count, figures, expected) => {
    const limit = {
      seconds: count > 1 ? budget.together : budget.alone,
      memory: budget.memory,
      isWriting: budget.writing,
    };
    const faults = faultsOf(`${name} (${kind}, ${count})`, figures, limit, expected);
    const { seconds, memory, waited } = figures;
    const shown = [seconds, waited.reads, waited.writes].map((each) => each.toFixed(2).padStart(8));
    console.log(
      `${faults.length > 0 ? 'RED ' : 'ok  '}${shown.join('')} ${memory.toFixed(0).padStart(6)}  ${count} × ${name}`,
    );
    results.push({ name, database: kind, count, seconds, memory, ...waited, faults });
  };
  const call = async (name, budget, target, request, expected) => {
    for (const count of [1, TOGETHER]) {
      if (count > 1 && budget.together === undefined) continue;
      const figures = await beside(probe, () =>
        callTogether(count, target, child.pid, (number) => request(number, count)),
      );
      report(name, budget, count, figures, expected);
    }
  };

  console.log(`${kind}: seconds, seconds that others wait for a read, and the organization for a change, MB`);
  for (const { name, request } of operationRows(data).filter((row) => isWanted(row.name))) {
    const budget = budgets.operations[name];
    if (budget) await call(name, budget, url, request, budget.status ?? 200);
  }
  for (const [path, budget] of Object.entries(budgets.pages).filter(([path]) => isWanted(path)))
    await call(
      path,
      budget,
      settings,
      () => ({ path: encodeURI(fill(path, names)), headers: { cookie } }),
      budget.status ?? 200,
    );
  for (const [line, budget] of Object.entries(budgets.commands).filter(([line]) => isWanted(line))) {
    if (budget.on && budget.on !== kind) continue;
    const own = { DATABASE_URL: database.url, FOLDER: folder, SYNC_URL: url, API_KEY: big.key };
    const figures = await beside(probe, () =>
      runCommand(
        line.split(' ').map((word) => fill(word, names)),
        own,
      ),
    );
    report(line, budget, 1, figures, budget.exit ?? 0);
  }
  await probe.terminate();
  await stopEverything();
  if (results.length === 0) console.log(said());
  return results;
}

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void stopEverything().finally(() => process.exit(130)));

const missing = missingBudgets();
const results = [];
for (const kind of values.on ?? Object.keys(DATABASES)) {
  const database = values.database
    ? { url: values.database, remove: () => undefined }
    : await DATABASES[kind]();
  const folder = mkdtempSync(join(tmpdir(), 'compliance-inventory-size-'));
  try {
    const data = values.data
      ? JSON.parse(readFileSync(values.data, 'utf8'))
      : await writeLargeData(database.url, { assets: Number(values.assets) });
    results.push(...(await runOn(kind, database, data, folder)));
  } finally {
    await stopEverything();
    await database.remove();
    rmSync(folder, { recursive: true, force: true });
  }
}
if (values.json) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
const faults = [...missing, ...results.flatMap((each) => each.faults)];
for (const fault of faults) console.error(fault);
process.exit(faults.length > 0 ? 1 : 0);
