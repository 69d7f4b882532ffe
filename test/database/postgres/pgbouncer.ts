// Runs PgBouncer before the PostgreSQL of the tests.
// Without PgBouncer the tests pass with a message, except in CI.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accepting, freePort } from '../../support/external-program';

export interface PgBouncer {
  /** Leads to the same database as the URL that PgBouncer was started for. */
  url: string;
  stop(): Promise<void>;
}

/** Returns the version, for example `1.25`, or undefined when PgBouncer is not installed. */
function installedVersion(): string | undefined {
  try {
    return /^PgBouncer (\d+\.\d+)/.exec(execFileSync('pgbouncer', ['--version'], { encoding: 'utf8' }))?.[1];
  } catch {
    return undefined;
  }
}

const version = installedVersion();

/** Since version 1.21, PgBouncer can prepare statements again on each of its connections. */
export const keepsStatements = Number(version?.split('.')[1]) >= 21;

/** Registers a test that needs PgBouncer. */
export function testWithPgBouncer(title: string, test_: () => Promise<void>): void {
  if (version !== undefined) {
    test(`${title} (PgBouncer ${version})`, test_);
    return;
  }
  test(title, () => {
    const reason = `PgBouncer is not installed (pgbouncer). Install it to run "${title}".`;
    if (process.env['CI'] === 'true') throw new Error(reason);
    console.info(reason);
  });
}

/** `settings` are lines of the section `[pgbouncer]`. */
export async function startPgBouncer(databaseUrl: string, settings: string[]): Promise<PgBouncer> {
  const { hostname, port: serverPort, username, password } = new URL(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'compliance-inventory-pgbouncer-'));
  chmodSync(folder, 0o755); // PgBouncer runs as another user
  const file = (name: string, lines: string[]): string => {
    const path = join(folder, name);
    writeFileSync(path, `${lines.join('\n')}\n`, { mode: 0o644 });
    return path;
  };
  const port = await freePort();
  const users = file('users.txt', [`"${username}" "${password}"`]);
  const configuration = file('pgbouncer.ini', [
    '[databases]',
    `* = host=${hostname} port=${serverPort}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${users}`,
    ...settings,
  ]);
  const asOther = process.getuid?.() === 0 ? ['-u', 'postgres'] : []; // PgBouncer refuses to run as root
  const child = spawn('pgbouncer', [...asOther, configuration], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (text) => (said = (said + String(text)).slice(-10_000)));
  await accepting('PgBouncer', port, child, () => said);
  return {
    url: Object.assign(new URL(databaseUrl), { port: String(port) }).href,
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGINT'); // SIGTERM: the version decides whether PgBouncer waits for its clients
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
