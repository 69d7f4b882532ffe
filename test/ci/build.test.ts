// Tests that a build replaces dist/ only when it is complete.
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../support/cli';
import { temporaryFolder } from '../support/folder';

const checkout = join(temporaryFolder(), 'checkout');

it('leaves dist/ as it is when a build fails, and nothing beside it', () => {
  for (const folder of ['src', 'spec']) mkdirSync(join(checkout, folder), { recursive: true });
  cpSync(join(ROOT, 'src/build'), join(checkout, 'src/build'), { recursive: true });
  copyFileSync(join(ROOT, 'src/tsconfig.json'), join(checkout, 'src/tsconfig.json'));
  copyFileSync(join(ROOT, 'tsconfig.json'), join(checkout, 'tsconfig.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(checkout, 'node_modules'));
  mkdirSync(join(checkout, 'dist'));
  writeFileSync(join(checkout, 'dist/kept.js'), '');
  writeFileSync(join(checkout, 'src/main.ts'), 'const text: string = 1;\n');
  const { status, stdout, stderr } = spawnSync(process.execPath, ['src/build/build.mjs'], {
    cwd: checkout,
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 1, stdout: expect.stringContaining('src/main.ts') });
  expect(stderr).toMatch(/^Building dist\//);
  expect(existsSync(join(checkout, 'dist/kept.js'))).toBe(true);
  expect(readdirSync(checkout)).toEqual(['dist', 'node_modules', 'spec', 'src', 'tsconfig.json']);
});
