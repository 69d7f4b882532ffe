// A copy of the project in which everything is released that can be.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ContractDocument } from '../../src/contract/document';
import { ROOT } from '../support/cli';

/** Copies the project, runs the command there, and returns the released contract. */
export function releaseAll(copy: string): ContractDocument {
  const files = execFileSync(
    'git',
    ['ls-files', '-z', 'spec', 'generated', 'src', 'test/bench', 'README.md', 'package.json'],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  );
  for (const file of files.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(ROOT, file), join(copy, file));
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  // The pages of the guide would need a build, and say nothing about answers.
  const file = join(copy, 'package.json');
  const { scripts, ...others } = JSON.parse(readFileSync(file, 'utf8')) as {
    scripts: Record<string, string>;
  };
  writeFileSync(
    file,
    JSON.stringify({ ...others, scripts: { generate: scripts.generate, guide: 'exit 0' } }),
  );
  execFileSync(process.execPath, ['spec/release.mjs', '--all'], { cwd: copy, stdio: 'pipe' });
  return JSON.parse(readFileSync(join(copy, 'generated/openapi.json'), 'utf8')) as ContractDocument;
}

/** Adds the programs with the released contract, and returns the one to start. */
export function buildReleased(copy: string): string {
  cpSync(join(ROOT, 'dist'), join(copy, 'dist'), { recursive: true });
  cpSync(join(copy, 'generated/openapi.json'), join(copy, 'dist/generated/openapi.json'));
  return join(copy, 'dist/src/main.js');
}
