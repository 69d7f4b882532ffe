// Records each scenario of the guide's test suites, and replays it on a fresh, unchanged sandbox: nothing differs.
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { transformSync } from '@swc/core';
import type { ReplayReport } from '../../../src/review/replay/report';
import { ROOT, cli } from '../../support/cli';
import { temporaryFolder } from '../../support/folder';
import { type Sandbox, startSandbox } from '../../support/sandbox';

const MAX_LEFT_OUT = 0.05;

const folder = temporaryFolder();
const recordings = join(folder, 'recordings');
const run = promisify(execFile);

/** The package, whose worlds write their recording before they are deleted. */
const PACKAGE = `
const { join } = require('node:path');
const { writeFileSync } = require('node:fs');
const { startSandbox } = require(${JSON.stringify(join(ROOT, 'dist/src/app/test-suites/index.js'))});
const open = new Set();
let written = 0;
async function end(world) {
  if (!open.delete(world)) return;
  const recording = JSON.stringify(await world.calls());
  writeFileSync(join(${JSON.stringify(recordings)}, [process.env.SUITE, ++written].join('-') + '.har'), recording);
}
function recorded(world) {
  const { fork, delete: remove } = world;
  open.add(world);
  return Object.assign(world, {
    fork: async (options) => recorded(await fork.call(world, options)),
    delete: async () => { await end(world); await remove.call(world); },
  });
}
exports.startSandbox = async (options) => {
  const sandbox = await startSandbox(options);
  const { createWorld, close } = sandbox;
  return Object.assign(sandbox, {
    createWorld: async (origin) => recorded(await createWorld.call(sandbox, origin)),
    close: async () => { for (const world of open) await end(world); await close.call(sandbox); },
  });
};`;

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);

/** Writes the files of the guide. Jest runs the one for Vitest too: both have the same functions. */
function writeSuites(): void {
  for (const path of ['recordings', 'node_modules/compliance-inventory', 'node_modules/vitest'])
    mkdirSync(join(folder, path), { recursive: true });
  write('node_modules/compliance-inventory/sandbox.js', PACKAGE);
  write('node_modules/compliance-inventory/package.json', '{"exports":{"./sandbox":"./sandbox.js"}}');
  write('node_modules/vitest/index.js', 'module.exports = { beforeAll, afterAll, expect, test };');
  write('package.json', '{"jest":{"rootDir":"."}}');
  const page = readFileSync(join(ROOT, 'spec/guide/test-suites.md'), 'utf8');
  for (const [, code, name] of page.matchAll(/```[jt]s\n(\/\/ (\S+\.test\.\w+)\n[^]*?)```/g)) {
    const typed = { parser: { syntax: 'typescript' }, target: 'es2022' } as const;
    if (!name!.endsWith('.ts')) write(name!, code!);
    else write('vitest.test.js', transformSync(code!, { jsc: typed, module: { type: 'commonjs' } }).code);
  }
}

let sandbox: Sandbox;
beforeAll(async () => {
  writeSuites();
  const jest = join(ROOT, 'node_modules/jest/bin/jest.js');
  const suites: Record<string, string[]> = {
    jest: [jest, 'tasks.test.js'],
    vitest: [jest, 'vitest.test.js'],
    node: ['--test', 'tasks.test.mjs'],
  };
  for (const [SUITE, args] of Object.entries(suites))
    await run(process.execPath, args, { cwd: folder, env: { PATH: process.env['PATH'], SUITE } });
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());

it('replays every scenario of the guide without a difference, and leaves out at most 5 % of its calls', async () => {
  const scenarios = readdirSync(recordings).map((name) => name.split('-')[0]);
  expect([...new Set(scenarios)].sort()).toEqual(['jest', 'node', 'vitest']);
  const { stdout } = await cli(['replay', recordings, '--url', sandbox.url, '--format', 'json']);
  const { differences, recordings: results } = JSON.parse(stdout) as ReplayReport;
  expect(differences).toEqual([]);
  const calls = results.reduce((sum, each) => sum + each.calls, 0);
  const skipped = results.flatMap((each) => each.skipped);
  expect({ share: skipped.length / calls <= MAX_LEFT_OUT, skipped }).toEqual({ share: true, skipped });
});
