// Tests that the Prism commands accept the bundle: `prism mock`, and `prism proxy` in front of the real
// server, whose 501s Prism mocks.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, said, start, stop } from '../support/cli';
import { temporaryFolder } from '../support/folder';
import { partOfContract } from '../support/part-of-contract';
import { type TestServer, startTestServer } from '../support/server';
import { takenPort } from '../cli/taken-port';

const PRISM = [process.execPath, join(ROOT, 'node_modules/@stoplight/prism-cli/dist/index.js')];
const CONTRACT = join(ROOT, 'generated/openapi.json');
/** Both commands read a document in the same way. The whole contract takes Prism a second longer. */
const PART = join(temporaryFolder(), 'part.json');
writeFileSync(PART, JSON.stringify(partOfContract(['/facilities', '/tasks/{id}'])));
const LISTENING = /Prism is listening on (http:\/\/127\.0\.0\.1:\d+)/;
const TASK = '/tasks/tsk_01kk358wb4fm7r1620hdjd55v4';

/** Prism does not accept port 0, and a random port can belong to the server of another test. */
async function freePort(): Promise<string> {
  const { port, release } = await takenPort();
  release();
  return port;
}

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function withPrism(args: string[], work: (url: string) => Promise<void>): Promise<void> {
  const prism = start([...args, '--port', await freePort(), '--host', '127.0.0.1'], {}, PRISM);
  try {
    const [, url] = await said(prism, 'stdout', LISTENING);
    await work(url!);
  } finally {
    await stop(prism);
  }
}

test('prism mock returns the examples of a planned and an available operation', async () => {
  await withPrism(['mock', CONTRACT], async (url) => {
    const headers = { 'X-API-Key': 'any' };
    const task = (await (await fetch(url + TASK, { headers })).json()) as { status: string };
    const facilities = (await (await fetch(`${url}/facilities`, { headers })).json()) as { id: string }[];
    expect([task.status, facilities.length > 1]).toEqual(['open', true]);
    expect((await fetch(url + TASK)).status).toBe(401);
  });
});

test('prism proxy returns available operations from the real server, and mocks planned ones', async () => {
  await withPrism(['proxy', PART, server.url], async (url) => {
    const headers = { 'X-API-Key': server.cedar.key };
    const facilities = (await (await fetch(`${url}/facilities`, { headers })).json()) as { id: string }[];
    expect(facilities.map(({ id }) => id)).toContain('fac_cedar_millbrook');
    expect((await server.client('GET', TASK)).status).toBe(501);
    const task = await fetch(url + TASK, { headers });
    expect([task.status, ((await task.json()) as { status: string }).status]).toEqual([200, 'open']);
  });
});
