// Tests external documents with operations at the paths of the console and the documentation.
import type { ContractDocument } from '../../src/contract/document';
import { type Sandbox, startSandbox } from '../support/sandbox';

/** Returns a document whose operations return their paths. */
function documentWith(...paths: string[]): ContractDocument {
  const item = (value: string) => ({
    get: {
      responses: {
        200: { description: 'One.', content: { 'application/json': { example: { path: value } } } },
      },
    },
  });
  return {
    openapi: '3.1.0',
    info: { title: 'Pages', version: '1.0.0' },
    components: {},
    paths: Object.fromEntries(paths.map((path) => [path, item(path)])),
  };
}

const PAGES = [
  '/',
  '/docs',
  '/docs/openapi.json',
  '/docs/openapi.yaml',
  '/docs/journeys.json',
  '/docs/guide/',
  '/console/settings.json',
  '/console/requests',
  '/console/worlds',
  '/console/console.js',
  '/console/base.css',
];

let sandbox: Sandbox;
afterEach(() => sandbox.close());

const get = (path: string, key?: string) =>
  fetch(sandbox.url + path, { redirect: 'manual', ...(key ? { headers: { 'X-API-Key': key } } : {}) });

describe.each([['/'], ['/docs'], ['/docs/print'], ['/console'], ['/console/requests']])(
  'a document with an operation at %s',
  (path) => {
    beforeEach(async () => void (sandbox = await startSandbox(documentWith(path, '/breakers'))));

    it('gets this path', async () => {
      expect(await (await get(path, sandbox.key)).json()).toEqual({ path });
      expect((await get(path)).status).toBe(401);
    });

    it('moves the console, the documentation and the guide to /sandbox/', async () => {
      expect(sandbox.server.consoleUrl).toBe(`${sandbox.url}/sandbox`);
      for (const page of PAGES) expect([page, (await get(`/sandbox${page}`)).status]).toEqual([page, 200]);
      expect((await get('/sandbox')).headers.get('location')).toBe('/sandbox/');
      expect((await get('/sandbox/docs/guide')).headers.get('location')).toBe('/sandbox/docs/guide/');
      expect((await get('/sandbox/console/nothing')).status).toBe(404);
    });

    it('leaves no page at the other paths', async () => {
      for (const page of PAGES.filter((one) => one !== path))
        expect([page, (await get(page, sandbox.key)).status]).toEqual([page, 404]);
    });
  },
);

it('leaves the pages where they are for any other path', async () => {
  sandbox = await startSandbox(documentWith('/documents', '/consoles/{id}', '/v1/docs'));
  expect(sandbox.server.consoleUrl).toBe(sandbox.url);
  for (const page of PAGES) expect([page, (await get(page)).status]).toEqual([page, 200]);
  expect((await get('/sandbox/')).status).toBe(401);
});

it('links the pages with relative URLs only', async () => {
  sandbox = await startSandbox(documentWith('/'));
  for (const page of ['/sandbox/', '/sandbox/docs']) {
    const text = await (await get(page)).text();
    const urls = [...text.matchAll(/(?:href|src)="([^"#]+)"/g)].map(([, url]) => url!);
    expect(urls.length).toBeGreaterThan(5);
    for (const url of urls.filter((one) => !one.includes('guide')))
      expect([url, (await fetch(new URL(url, sandbox.url + page))).status]).toEqual([url, 200]);
    expect(urls.filter((url) => url.startsWith('/'))).toEqual([]);
  }
  for (const script of ['console', 'docs', 'log', 'world', 'details', 'try-it'])
    expect(await (await get(`/sandbox/console/${script}.js`)).text()).not.toMatch(/['"`]\/(console|docs|')/);
});

it('has no journeys of operations that the document lacks', async () => {
  sandbox = await startSandbox(documentWith('/breakers'));
  expect(await (await get('/docs/journeys.json')).json()).toEqual([]);
});
