// Tests the bundle of the client: its size, its imports, its version, and its behavior in Chromium.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundle } from '@swc/core';
import packageJson from '../../package.json';
import { VERSION } from '../../src/client/request';
import { describeInBrowser, openPage } from '../support/browser';
import { ROOT } from '../support/cli';
import { startSandbox } from '../support/sandbox';

/** Returns the client as one minified module, as a bundler for browsers writes it. */
async function bundled(): Promise<string> {
  const minify = { compress: true, mangle: true };
  const { main } = await bundle({
    entry: { main: join(ROOT, 'dist/esm/src/client/index.js') },
    output: { name: 'client.js', path: ROOT },
    target: 'browser',
    mode: 'production',
    module: {},
    options: { minify: true, jsc: { target: 'es2022', minify } },
  });
  return main!.code;
}

test('the bundled client is at most 6 kB in gzip and imports no other module', async () => {
  const code = await bundled();
  expect(gzipSync(code).length).toBeLessThanOrEqual(6000);
  expect(code).toMatch(/export\{.*\bas createClient\b/);
  expect(code).not.toMatch(/\bimport\b|\brequire\(/);
});

test('VERSION is the version of the package', () => {
  expect(VERSION).toBe(packageJson.version);
});

describeInBrowser('in a browser', (browser) => {
  it('sends cross-origin requests: reads, caches, creates, deletes, uploads and reports errors', async () => {
    const sandbox = await startSandbox();
    const code = await bundled();
    const pages = createServer(({ url }, response) => {
      const [type, text] =
        url === '/client.js'
          ? ['text/javascript', code]
          : ['text/html', '<!doctype html><title>Client</title>'];
      response.setHeader('Content-Type', type).end(text);
    });
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
    const { page, faults, close } = await openPage(
      browser(),
      `http://127.0.0.1:${(pages.address() as AddressInfo).port}/`,
    );
    const results = await page.evaluate(`(async () => {
      const { createClient, upload } = await import('/client.js');
      const client = createClient({ baseUrl: ${JSON.stringify(sandbox.url)}, apiKey: ${JSON.stringify(sandbox.key)} });
      const first = await client.GET('/cyber-systems');
      const second = await client.GET('/cyber-systems');
      const body = { name: 'BROWSER-01', cyber_system_id: first.data[0].id, asset_type: 'software' };
      const made = await client.POST('/cyber-assets', { body });
      const again = await client.POST('/cyber-assets', { body });
      const gone = await client.DELETE('/cyber-assets/{id}', { params: { path: { id: made.data.id } } });
      const sent = await upload(client, '/policy-documents/upload', new File(['%PDF-1.7'], 'plan.pdf'));
      const stopped = await client.GET('/cyber-systems', { signal: AbortSignal.abort() });
      return [first.fresh, second.fresh, second.data.length === first.data.length, made.status, again.error.code, gone.status, sent.status, stopped.error.kind];
    })()`);
    expect(results).toEqual([true, false, true, 201, 'conflict', 204, 201, 'aborted']);
    expect(faults).toEqual([]);
    await close();
    pages.close();
    await sandbox.close();
  });
});
