// Runs the configurations of proxies in the guide. Without the proxy a test passes with a message, except in CI.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newAsset } from '../../support/assets';
import { ROOT } from '../../support/cli';
import { accepting, freePort } from '../../support/external-program';
import { temporaryFolder } from '../../support/folder';
import { type RawOptions, rawRequest } from '../../support/raw';
import { type TestServer, accessLine, startTestServer } from '../../support/server';
import { FIRST } from '../../support/tls';

const guide = readFileSync(join(ROOT, 'spec/guide/https.md'), 'utf8');
const snippetOf = (language: string): string =>
  new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(guide)![1]!;

const folder = temporaryFolder();
const started: ChildProcess[] = [];
let test_: TestServer;
beforeAll(async () => void (test_ = await startTestServer({ trustProxy: ['loopback'] })));
afterAll(async () => {
  await Promise.all(
    started.map(async (child) => {
      const ended = once(child, 'exit');
      if (child.kill()) await ended;
    }),
  );
  await test_.close();
});

/** Replaces the addresses and the certificate of a snippet by those of this test. */
function adapted(snippet: string, port: number): string {
  const withKey = join(folder, 'with-key.pem');
  writeFileSync(withKey, readFileSync(FIRST.certificate, 'utf8') + readFileSync(FIRST.key, 'utf8'));
  return snippet
    .replace('127.0.0.1:3000', new URL(test_.url).host)
    .replace('listen 443', `listen 127.0.0.1:${port}`)
    .replace('bind :443', `bind 127.0.0.1:${port}`)
    .replace('/etc/ssl/inventory-with-key.pem', withKey)
    .replace('/etc/ssl/inventory.pem', FIRST.certificate)
    .replace('/etc/ssl/inventory.key', FIRST.key);
}

interface Proxy {
  command: string;
  arguments: (configuration: string) => string[];
  /** Adds what the system's configuration has around the snippet. */
  around: (snippet: string) => string;
}

const PROXIES: Record<string, Proxy> = {
  nginx: {
    command: 'nginx',
    arguments: (file) => ['-p', folder, '-c', file, '-e', 'stderr'],
    around: (snippet) => {
      const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
        (kind) => `${kind}_temp_path ${folder}/${kind};`,
      );
      const http = ['access_log off;', ...paths, snippet].join('\n');
      return `daemon off;\nmaster_process off;\npid ${folder}/nginx.pid;\nevents {}\nhttp {\n${http}\n}\n`;
    },
  },
  haproxy: {
    command: 'haproxy',
    arguments: (file) => ['-db', '-f', file],
    around: (snippet) => snippet,
  },
};

async function start({ command, arguments: argumentsOf, around }: Proxy): Promise<string> {
  const port = await freePort();
  const file = join(folder, `${command}.conf`);
  writeFileSync(file, around(adapted(snippetOf(command), port)));
  const child = spawn(command, argumentsOf(file), { stdio: ['ignore', 'ignore', 'pipe'] });
  started.push(child);
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  await accepting(command, port, child, () => said);
  return `https://localhost:${port}`;
}

function isInstalled(command: string): boolean {
  try {
    execFileSync(command, ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test.each(Object.entries(PROXIES))(
  'the snippet for %s serves HTTPS and replaces the forwarding headers of the caller',
  async (name, proxy) => {
    if (!isInstalled(proxy.command)) {
      const reason = `${name} is not installed. Install it to test its configuration in the guide.`;
      if (process.env['CI'] === 'true') throw new Error(reason);
      return console.info(reason);
    }
    const url = await start(proxy);
    const key: [string, string] = ['X-API-Key', test_.cedar.key];
    const send = (method: string, path: string, { headers = [], ...rest }: RawOptions = {}) =>
      rawRequest(url, method, path, { headers: [key, ...headers], ...rest });

    const read = await send('GET', '/facilities');
    expect([read.status, read.headers['strict-transport-security']]).toEqual([200, expect.any(String)]);
    const headers: [string, string][] = [
      ['X-Forwarded-Proto', 'http'],
      ['X-Forwarded-For', '192.0.2.9'],
    ];
    const forged = await send('GET', '/facilities', { headers });
    expect(forged.status).toBe(200);
    const line = await accessLine(test_, String(forged.headers['x-request-id']));
    expect(line['clientAddress']).toBe('127.0.0.1');
    const cached = await send('GET', '/facilities', { headers: [['If-None-Match', read.headers.etag!]] });
    expect(cached.status).toBe(304);
    const created = await send('POST', '/cyber-assets', {
      headers: [['Content-Type', 'application/json']],
      body: JSON.stringify(newAsset()),
    });
    expect(created.status).toBe(201);
    expect((await send('GET', '/cyber-assets/a%2Fb')).status).toBe(404); // the path arrives unchanged
  },
);
