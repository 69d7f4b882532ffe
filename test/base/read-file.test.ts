// Tests the reader of files that a user names.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { readBytes, readBytesSync, readText, readTextIfExists } from '../../src/base/read-file';
import { temporaryFolder } from '../support/folder';

const folder = temporaryFolder();
const at = (name: string): string => join(folder, name);

beforeAll(() => {
  writeFileSync(at('text'), 'a€b');
  mkdirSync(at('inner'));
  execFileSync('mkfifo', [at('pipe')]);
});

it('returns the bytes or the text of a regular file', async () => {
  expect([await readBytes(at('text')), await readText(at('text')), readBytesSync(at('text'))]).toEqual([
    Buffer.from('a€b'),
    'a€b',
    Buffer.from('a€b'),
  ]);
  expect(await readTextIfExists(at('none'))).toBeUndefined();
});

it.each([
  ['a missing file', 'none', 'does not exist'],
  ['a folder', 'inner', 'is a folder'],
  ['a named pipe without a writer', 'pipe', 'is a named pipe, not a file'],
  ['a device without an end', '/dev/zero', 'is a device, not a file'],
  ['a socket', 'socket', 'is a socket, not a file'],
])('rejects %s at once', async (_what, name, reason) => {
  const server = createServer().listen(at('socket'));
  const file = name.startsWith('/') ? name : at(name);
  const error = `${file} ${reason}`;
  await expect(readText(file)).rejects.toThrow(error);
  expect(() => readBytesSync(file)).toThrow(error);
  await new Promise((resolve) => server.close(resolve));
});

it('rejects a file with more bytes than the limit', async () => {
  expect(await readText(at('text'), 5)).toBe('a€b');
  await expect(readText(at('text'), 4)).rejects.toThrow('text has more than 4 bytes');
});
