// Tests the pages over HTTPS, with a certificate or behind a proxy.
import pino from 'pino';
import { startSettings } from '../../../src/app/settings';
import { type TestInventory, openTestInventory } from '../../support/inventory';
import { rawRequest } from '../../support/raw';
import { SECRET } from '../../support/users';

let test: TestInventory;
beforeAll(async () => void (test = await openTestInventory()));
afterAll(() => test.close());

it('serves HTTPS requests behind a trusted proxy, and rejects plain HTTP', async () => {
  const config = {
    host: '127.0.0.1',
    port: 0,
    secret: SECRET,
    url: 'https://settings.example',
    trustProxy: ['loopback'],
  };
  const listener = await startSettings(test.inventory, {
    config,
    apiUrl: 'https://inventory.example',
    logger: pino({ level: 'silent' }),
  });
  const request = (headers: [string, string][]) => rawRequest(listener.url, 'GET', '/sign-in', { headers });
  const secure = await request([['X-Forwarded-Proto', 'https']]);
  expect([secure.status, secure.headers['strict-transport-security']]).toEqual([
    200,
    'max-age=31536000; includeSubDomains',
  ]);
  for (const [headers, sentence] of [
    [[], 'sends no X-Forwarded-Proto'],
    [[['X-Forwarded-Proto', 'http']], 'https:// address'],
  ] as [[string, string][], string][]) {
    const { status, headers: responseHeaders, text } = await request(headers);
    expect([status, responseHeaders['set-cookie'], responseHeaders['strict-transport-security']]).toEqual([
      403,
      undefined,
      undefined,
    ]);
    expect(responseHeaders['content-security-policy']).toContain("default-src 'none'");
    expect(text).toContain('requires HTTPS');
    expect(text).toContain(sentence);
  }
  await listener.close();
});
