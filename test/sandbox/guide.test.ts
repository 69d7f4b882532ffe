// Tests that the sandbox serves the guide as HTML, from the built program.
import { readFileSync, readdirSync } from 'node:fs';
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

test.each(PAGES)(
  '%s is a page with one script of the sandbox, and all its links and images exist',
  async (name) => {
    const { status, headers, text } = await get(name);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toMatch(/^text\/html/);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'self';(?!.*unsafe)/);
    expect(text).toMatch(/<h1>[^<]+<\/h1>/);
    expect(text.match(/<script[^>]*>/g)).toEqual(['<script type="module" src="../../console/guide.js">']);
    expect(text).not.toMatch(/<style| style=|\.md"/);
    const targets = [...text.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, target]) => target!);
    const own = [...new Set(targets.filter((target) => !/^https?:/.test(target)))];
    expect(own.length).toBeGreaterThan(20);
    const linked = await Promise.all(own.map(async (target) => [target, await targetExists(name, target)]));
    expect(linked.filter(([, leads]) => !leads)).toEqual([]);
  },
);

async function targetExists(name: string, target: string): Promise<boolean> {
  const [path, anchor] = target.split('#') as [string, string?];
  const { status, text } = await get(path === '' ? name : path);
  return status === 200 && (anchor === undefined || text.includes(`id="${anchor}"`));
}

test('the pages follow each other in the order of the links of the overview', async () => {
  const index = readFileSync(join(ROOT, 'spec/guide/index.md'), 'utf8');
  const sections = index.slice(index.indexOf('\n## '));
  const names = [...new Set([...sections.matchAll(/\]\(([\w-]+)\.md\)/g)].map(([, name]) => name!))];
  expect(names.length).toBeGreaterThan(20);
  const seen: string[] = [];
  for (let next: string | undefined = './'; next !== undefined;) {
    seen.push(next);
    const { text } = await get(next);
    expect(/rel="prev" href="([^"]+)"/.exec(text)?.[1]).toBe(seen.at(-2));
    expect([...text.matchAll(/<a href="([\w-]+)"/g)].map(([, name]) => name)).toEqual(
      expect.arrayContaining(names),
    );
    next = /rel="next" href="([^"]+)"/.exec(text)?.[1];
  }
  expect(seen).toEqual(['./', ...names]);
});

test('a page lists its sections, and colors its code', async () => {
  const { text } = await get('test-suites');
  const sections = [...text.matchAll(/<h2 id="([^"]+)">/g)].map(([, id]) => id);
  const [, contents] = /<nav class="contents"[^>]*>(.+?)<\/nav>/.exec(text)!;
  expect([...contents!.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)).toEqual(sections);
  expect(text).toContain('<span class="literal">import</span>');
  expect(text).toMatch(/<span class="string">'[^<]+'<\/span>/);
});

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
