// Tests that the sandbox serves the guide as HTML, from the built program.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, said, start } from '../support/cli';

const PAGES = readdirSync(join(ROOT, 'spec/guide'))
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.replace('.md', ''));

let url: string;
beforeAll(async () => {
  const sandbox = start(['sandbox'], { PORT: '0' });
  [, url] = (await said(sandbox, 'stdout', /Sandbox +(\S+)/)) as unknown as [string, string];
});

const get = async (path: string) => {
  const response = await fetch(new URL(path, `${url}/docs/guide/`));
  return { status: response.status, headers: response.headers, text: await response.text() };
};

test.each(PAGES)('%s is a page without scripts, and all its links and images exist', async (name) => {
  const { status, headers, text } = await get(name);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(/^text\/html/);
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'self';(?!.*unsafe)/);
  expect(text).toMatch(/<h1>[^<]+<\/h1>/);
  expect(text).not.toMatch(/<script|<style| style=|\.md"/);
  const targets = [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, target]) => target!);
  const own = [...new Set(targets.filter((target) => !/^https?:/.test(target)))];
  expect(own.length).toBeGreaterThan(20);
  const linked = await Promise.all(own.map(async (target) => [target, await targetExists(name, target)]));
  expect(linked.filter(([, leads]) => !leads)).toEqual([]);
});

async function targetExists(name: string, target: string): Promise<boolean> {
  const [path, anchor] = target.split('#') as [string, string?];
  const { status, text } = await get(path === '' ? name : path);
  return status === 200 && (anchor === undefined || text.includes(`id="${anchor}"`));
}

test('/docs/guide redirects to the overview, and unknown pages return 404', async () => {
  const response = await fetch(`${url}/docs/guide`, { redirect: 'manual' });
  expect([response.status, response.headers.get('location')]).toEqual([301, '/docs/guide/']);
  expect((await get('')).text).toContain('<h1>Guide</h1>');
  for (const path of ['nothing', '../guide.mjs', '%2e%2e/console.js'])
    expect([path, (await get(path)).status]).toEqual([path, 404]);
});

test('the console and the API reference link to the guide', async () => {
  for (const path of ['/', '/docs']) expect((await get(path)).text).toContain('href="docs/guide/"');
});
