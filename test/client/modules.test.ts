// Tests the download size of the client, its version, and its behavior in Chromium.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { relative } from 'node:path';
import { minifySync } from '@swc/core';
import packageJson from '../../package.json';
import { VERSION } from '../../src/client/request';
import { describeInBrowser, openPage } from '../support/browser';
import { ROOT } from '../support/cli';
import { startSandbox } from '../support/sandbox';
import { ENTRY, graph } from './modules';

test('the client is under 17 KB minified, and imports no server or Node module', () => {
  const sizes = [...graph()].map(
    ([file, source]) =>
      [
        relative(ROOT, file),
        Buffer.byteLength(minifySync(source, { module: true, mangle: true, compress: true }).code),
      ] as const,
  );
  expect(sizes.length).toBe(9);
  expect(sizes.reduce((sum, [, size]) => sum + size, 0)).toBeLessThan(17_000);
});

test('VERSION is the version of the package', () => {
  expect(VERSION).toBe(packageJson.version);
});

describeInBrowser('in a browser', (browser) => {
  it('sends cross-origin requests: reads, caches, creates, deletes, and reports errors', async () => {
    const sandbox = await startSandbox();
    const addressOf = (file: string) => `/${relative(ROOT, file)}`;
    const imports = { 'compliance-inventory/client': addressOf(ENTRY) };
    const files = new Map([...graph()].map(([file, source]) => [addressOf(file), source]));
    const pages = createServer((request, response) => {
      const source = files.get(request.url!);
      response.setHeader('Content-Type', source === undefined ? 'text/html' : 'text/javascript');
      response.end(
        source ??
          `<!doctype html><title>Client</title><script type="importmap">${JSON.stringify({ imports })}</script>`,
      );
    });
    await new Promise<void>((resolve) => pages.listen(0, '127.0.0.1', resolve));
    const { page, faults, close } = await openPage(
      browser(),
      `http://127.0.0.1:${(pages.address() as AddressInfo).port}/`,
    );
    const results = await page.evaluate(`(async () => {
      const { createClient } = await import('compliance-inventory/client');
      const client = createClient({ baseUrl: ${JSON.stringify(sandbox.url)}, apiKey: ${JSON.stringify(sandbox.key)} });
      const first = await client.GET('/cyber-systems');
      const second = await client.GET('/cyber-systems');
      const body = { name: 'BROWSER-01', cyber_system_id: first.data[0].id, asset_type: 'software' };
      const made = await client.POST('/cyber-assets', { body });
      const again = await client.POST('/cyber-assets', { body });
      const gone = await client.DELETE('/cyber-assets/{id}', { params: { path: { id: made.data.id } } });
      const stopped = await client.GET('/cyber-systems', { signal: AbortSignal.abort() });
      return [first.fresh, second.fresh, second.data.length === first.data.length, made.status, again.error.code, gone.status, stopped.error.kind];
    })()`);
    expect(results).toEqual([true, false, true, 201, 'conflict', 204, 'aborted']);
    expect(faults).toEqual([]);
    await close();
    pages.close();
    await sandbox.close();
  });
});
