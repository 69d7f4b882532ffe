// Installs pinned packages that only the bench uses, into a folder that `npm ci` deletes.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { ROOT } from '../../support/processes.mjs';

const PEERS = { '@scalar/mock-server': '0.14.4', '@hono/node-server': '1.19.19' };

/** Returns the folder of the packages. @throws Error when npm fails */
export function installPeers() {
  const folder = `${ROOT}node_modules/.cache/bench-peers`;
  if (existsSync(`${folder}/node_modules/@scalar/mock-server`)) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/package.json`, JSON.stringify({ private: true }));
  const packages = Object.entries(PEERS).map(([name, version]) => `${name}@${version}`);
  execFileSync(
    'npm',
    ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', ...packages],
    { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return folder;
}
