// `npm run bench:capacity` measures the inputs of the capacity model (capacity/model.mjs) and the points that check
// it, and writes test/bench/results/capacity.json. It takes ten minutes on an idle machine and needs Linux.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../support/processes.mjs';
import { usageOf } from './capacity/usage.mjs';
import { postgres, sqlite } from './support/databases.mjs';
import { load } from './support/load.mjs';
import { startSide, withSides } from './support/side.mjs';
import { server } from './support/sides.mjs';
import { create, getList, getOne, update } from './support/works.mjs';

const SECONDS = 10;
const RATES = { get: 400, patch: 150, post: 150 };
const LISTS = 50;

const EMPTY = { organizations: 1, assets: 0, systems: 10 };
const ONE = { organizations: 1, assets: 10_000, systems: 10 };
const MANY = { organizations: 500, assets: 20, systems: 10 };
const WORK = { organizations: 100, assets: 100, systems: 10 };
const CHECKS = [
  { organizations: 1, assets: 50_000, systems: 10 },
  { organizations: 200, assets: 250, systems: 10 },
  { organizations: 1000, assets: 50, systems: 10 },
];
/** Of four requests, three are GETs of one asset and one is a PATCH. */
const MIXED_RATE = 400;

function mixed(content) {
  const [get, patch] = [getOne(content), update(content)];
  return { ...get, request: (n) => (n % 4 === 3 ? patch : get).request(n) };
}

/** Runs `measure` on a server with a filled database. */
async function withServer(database, folder, size, measure) {
  const content = await database.fill(size);
  const url = await content.copy();
  const start = () =>
    startSide(server.on(url), { folder, path: `/cyber-assets/${content.assetId(0)}`, key: content.key });
  return withSides([start], async ([side]) => {
    const usage = await usageOf(url, side.pid, database);
    try {
      return await measure({ content, side, usage });
    } finally {
      await usage.stop();
    }
  });
}

/** Returns the use per request during a load. */
async function perRequest({ side, usage }, work, options) {
  await load(side.url, work, { ...options, ...(options.seconds && { seconds: 2 }) });
  const before = await usage.read();
  const { requests } = await load(side.url, work, options);
  const after = await usage.read();
  const of = (name) => (after[name] - before[name]) / requests;
  return { requests, server: of('server'), database: of('database'), wal: of('wal') };
}

/** Returns the bytes of a database with this content. */
async function sizeOf(database, size) {
  const { copy } = await database.fill(size);
  const usage = await usageOf(await copy(), process.pid, database);
  const bytes = await usage.bytes();
  await usage.stop();
  return { ...size, bytes };
}

async function calibrate(database, folder) {
  const empty = await sizeOf(database, EMPTY);
  const one = await sizeOf(database, ONE);
  const many = await sizeOf(database, MANY);
  const list = await withServer(database, folder, ONE, (side) =>
    perRequest(side, getList(side.content), { amount: LISTS, connections: 4 }),
  );
  const work = await withServer(database, folder, WORK, async (side) => {
    const at = (rate) => ({ seconds: SECONDS, rate });
    const get = await perRequest(side, getOne(side.content), at(RATES.get));
    const bytes = await side.usage.bytes();
    const patch = await perRequest(side, update(side.content), at(RATES.patch));
    const patched = await side.usage.bytes();
    const post = await perRequest(side, create(side.content), at(RATES.post));
    const perAsset = (each) => ({ server: each.server / ONE.assets, database: each.database / ONE.assets });
    const cpuOf = ({ server, database }) => ({ server, database });
    return {
      bytesPerChange: (patched - bytes) / (patch.requests * ((SECONDS + 2) / SECONDS)),
      ...(database.administrator && { walPerChange: patch.wal }),
      cpu: { get: cpuOf(get), patch: cpuOf(patch), post: cpuOf(post), list: perAsset(list) },
    };
  });
  return { empty, one, many, work };
}

const check = (database, folder, size) =>
  withServer(database, folder, size, async (side) => {
    const bytes = await side.usage.bytes();
    const { server: ofServer, database: ofDatabase } = await perRequest(side, mixed(side.content), {
      seconds: SECONDS,
      rate: MIXED_RATE,
    });
    return {
      ...size,
      bytes,
      rates: { get: MIXED_RATE * 0.75, patch: MIXED_RATE * 0.25 },
      cpu: { server: ofServer * MIXED_RATE, database: ofDatabase * MIXED_RATE },
    };
  });

execFileSync(process.execPath, [`${ROOT}src/build/build.mjs`, '--if-changed'], { stdio: 'inherit' });
const folder = mkdtempSync(join(tmpdir(), 'compliance-inventory-capacity-'));
const results = {
  date: new Date().toISOString(),
  node: process.version,
  cpu: cpus()[0].model,
  cores: cpus().length,
};
try {
  for (const open of [sqlite, postgres]) {
    const database = await open(folder);
    try {
      const points = await calibrate(database, folder);
      const checks = [];
      for (const size of CHECKS) checks.push(await check(database, folder, size));
      results[database.name] = { ...points, checks };
      console.log(database.name, JSON.stringify(results[database.name], null, 2));
    } finally {
      await database.stop();
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
writeFileSync(`${ROOT}test/bench/results/capacity.json`, `${JSON.stringify(results, null, 2)}\n`);
