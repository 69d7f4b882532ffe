// Installs the pinned packages and the Nodes that only the bench uses, into its temporary folder.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PEERS = {
  fastify: '5.12.8',
  'json-server': '0.17.4',
  '@scalar/mock-server': '0.14.4',
  '@hono/node-server': '1.19.19',
};

/**
 * Returns the folder of the packages as `peers`, and of each major version the path of its program and its exact
 * version as `nodes`. @throws Error when npm fails
 */
export function install(folder, majors) {
  const peers = join(folder, 'peers');
  mkdirSync(peers);
  writeFileSync(join(peers, 'package.json'), JSON.stringify({ private: true }));
  const packages = [
    ...Object.entries(PEERS).map(([name, version]) => `${name}@${version}`),
    ...majors.map((major) => `node${major}@npm:node-${process.platform}-${process.arch}@${major}`),
  ];
  execFileSync(
    'npm',
    [
      'install',
      '--prefer-offline',
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      '--loglevel=error',
      ...packages,
    ],
    { cwd: peers, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const nodes = majors.map((major) => {
    const program = join(peers, `node_modules/node${major}/bin/node`);
    const version = execFileSync(program, ['--version'], { encoding: 'utf8' }).trim().slice(1);
    return { program, version };
  });
  return { peers, nodes };
}
