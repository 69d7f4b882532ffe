// Tests that a process removes the temporary folders of killed processes, and no others.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createTemporaryFolder, removeFolder } from '../../src/base/environment/temporary-folder';
import { temporaryFolder } from '../support/folder';

const parent = temporaryFolder();
const own = createTemporaryFolder('sandbox', parent);
const [, pid, start, place] = /^compliance-inventory-sandbox-(\d+)-(\d+)-(\w+)-\w{6}$/.exec(basename(own))!;
const deadPid = spawnSync('true').pid;
const named = (owner: string): string => join(parent, `compliance-inventory-sandbox-${owner}-abcdef`);

it('names the process, its start and its place in the name of the folder', () => {
  expect([pid, Number(start) > 0]).toEqual([String(process.pid), true]);
});

it.each([
  ['a process that has ended', `${deadPid}-${start}-${place}`],
  ['an earlier process with the id of a running one', `${process.pid}-1-${place}`],
])('removes the folder of %s', (_what, owner) => {
  mkdirSync(join(named(owner), 'inner'), { recursive: true });
  createTemporaryFolder('review', parent);
  expect(existsSync(named(owner))).toBe(false);
});

it.each([
  ['this process', `${process.pid}-${start}-${place}`],
  ['a running process whose start is unknown', `${process.ppid}-0-${place}`],
  ['a process of another container', `${deadPid}-${start}-00000000`],
  ['no process', 'abc'],
])('keeps the folder of %s', (_what, owner) => {
  mkdirSync(named(owner));
  createTemporaryFolder('sandbox', parent);
  expect(existsSync(named(owner))).toBe(true);
});

it('keeps the target of a link with such a name', () => {
  const kept = join(parent, 'kept');
  mkdirSync(join(kept, 'inner'), { recursive: true });
  symlinkSync(kept, named(`${deadPid}-2-${place}`));
  createTemporaryFolder('sandbox', parent);
  expect(readdirSync(kept)).toEqual(['inner']);
});

/** Writes files into a folder until it is gone. */
const WRITER = `
  const { writeFileSync } = require('node:fs');
  const { parentPort, workerData } = require('node:worker_threads');
  for (let file = 0; ; file++) {
    try { writeFileSync(workerData + '/' + (file % 50), ''); } catch { break; }
    if (file === 50) parentPort.postMessage('writes');
  }`;

it('removes a folder into which another thread still writes', async () => {
  const folders = Array.from({ length: 10 }, () => createTemporaryFolder('sandbox', parent));
  for (const folder of folders) {
    const writer = new Worker(WRITER, { eval: true, workerData: folder });
    await once(writer, 'message');
    try {
      removeFolder(folder);
    } finally {
      await writer.terminate();
    }
    expect(existsSync(folder)).toBe(false);
  }
});
