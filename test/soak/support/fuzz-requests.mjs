// Generates requests: each starts as a valid request of the contract and is then changed at random.
import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import { ROOT } from '../../support/processes.mjs';

const require = createRequire(import.meta.url);
const fc = require('fast-check');
const { contractDocument, listOperations } = require(`${ROOT}dist/src/contract/document.js`);
const { anyText, valuesFor } = require(`${ROOT}dist/src/contract/generated-values.js`);
const { invalidBodies } = require(`${ROOT}dist/src/review/probe/invalid-bodies.js`);

const operations = listOperations(contractDocument);
const available = operations.filter(({ availability }) => availability === 'available');
const FORM = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b\r\n--x--\r\n';

const oddities = [
  '%00',
  '%ZZ',
  '%',
  '%2F',
  '%2e%2e',
  '..',
  '.',
  '//',
  '/',
  '\\',
  ';v=1',
  '%0d%0aX-Injected:%201',
  '%ff',
  '%c0%af',
  '%ed%a0%80',
  '%F0%9F%94%8C',
  "'--",
  '%27%20OR%201=1',
  '%25',
  '*',
  '~',
  '%E2%80%AE',
  '?',
  '?limit=1',
  '?a=1&a=2',
  '?__proto__=1',
  '?%ZZ',
  '#x',
  '&',
  '__proto__',
  'constructor',
  'x'.repeat(300),
  'x'.repeat(9000),
];

/** Arbitrary texts that are percent-encoded for use in a path. */
const encoded = anyText.map((text) => encodeURIComponent(text.replace(/[\ud800-\udfff]/g, '')));

const PREFIXES = {
  facilities: 'fac_',
  'control-centers': 'cc_',
  'cyber-systems': 'cs_',
  'cyber-assets': 'ca_',
};
const fitting = (ids, { path }) => ids.filter((id) => id.startsWith(PREFIXES[path.split('/')[1]] ?? ''));

const idsFor = (ids, operation) =>
  fc.oneof(
    { arbitrary: fc.constantFrom(...fitting(ids, operation)), weight: 12 },
    { arbitrary: fc.constantFrom(...ids), weight: 2 },
    { arbitrary: fc.constantFrom(...oddities), weight: 2 },
    { arbitrary: encoded, weight: 1 },
  );

function pathsFor(operation, ids) {
  const parts = operation.path.split(/(\{\w+\})/);
  const filled = fc
    .tuple(...parts.map((part) => (part.startsWith('{') ? idsFor(ids, operation) : fc.constant(part))))
    .map((all) => all.join(''));
  const bent = fc
    .tuple(filled, fc.constantFrom(...oddities), fc.nat())
    .map(
      ([path, oddity, place]) =>
        path.slice(0, 1 + (place % path.length)) + oddity + path.slice(1 + (place % path.length)),
    );
  const query = fc
    .tuple(filled, fc.constantFrom(...operation.parameters.map(({ name }) => name), 'limit', 'x'), encoded)
    .map(([path, name, value]) => `${path}?${name}=${value}`);
  return fc.oneof(
    { arbitrary: filled, weight: 14 },
    { arbitrary: bent, weight: 2 },
    { arbitrary: query, weight: 1 },
    {
      arbitrary: fc.constantFrom(`/v1${operation.path}`, operation.path.toUpperCase(), '/', '/%', '*', '/x'),
      weight: 1,
    },
  );
}

const ODD_METHODS = [
  'GET',
  'HEAD',
  'OPTIONS',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'TRACE',
  'PROPFIND',
  'SEARCH',
  'PURGE',
  'M-SEARCH',
];

/** Changes of a JSON text, most of which make it invalid. */
const bendings = [
  (text, place) => text.slice(0, place),
  (text, place) => `${text.slice(0, place)}\u0000${text.slice(place)}`,
  (text, place) => text.slice(0, place) + text.slice(place + 1),
  (text) => text.replace('{', '{"name":1,'),
  (text) => text.replace('{', '{"__proto__":{"x":1},'),
  (text) => text.replace('{', '{"\\u0063onstructor":{"prototype":{}},'),
  (text) => `\ufeff${text}`,
  (text) => text + text,
  (text) => `[${text}]`,
  (text) => text.replaceAll('"', "'"),
  (text) => text.replace(/"([^"]*)"$/, '"\\ud800"'),
  (text) => text.padEnd(110_000),
  (_text, place) => '['.repeat(1 + place * 500),
  (_text, place) => `${'{"a":'.repeat(1 + place * 100)}1${'}'.repeat(1 + place * 100)}`,
];

function bodiesFor(operation, systems) {
  const schema = operation.requestBody?.content['application/json']?.schema;
  const sound = schema
    ? fc
        .tuple(valuesFor(contractDocument, schema), fc.constantFrom(...systems))
        .map(([body, system]) => ('cyber_system_id' in body ? { ...body, cyber_system_id: system } : body))
    : fc.constant({ name: 'x' });
  const json = (bodies) => bodies.map((body) => JSON.stringify(body));
  const bent = fc
    .tuple(json(sound), fc.constantFrom(...bendings), fc.nat())
    .map(([text, bend, place]) => bend(text, place % Math.max(1, text.length)));
  const broken = schema
    ? json(invalidBodies(contractDocument, schema, sound).map(({ body }) => body))
    : json(fc.jsonValue());
  const texts = fc.oneof(
    { arbitrary: json(sound), weight: 8 },
    { arbitrary: broken, weight: 3 },
    { arbitrary: bent, weight: 3 },
    { arbitrary: json(fc.jsonValue()), weight: 1 },
    { arbitrary: fc.constant(FORM), weight: 1 },
  );
  return fc.oneof(
    { arbitrary: texts.map((text) => Buffer.from(text ?? '')), weight: 12 },
    { arbitrary: texts.map((text) => gzipSync(text ?? '')), weight: 1 },
    { arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)), weight: 1 },
  );
}

const latin = fc.string({
  unit: fc
    .integer({ min: 0x20, max: 0xff })
    .filter((code) => code !== 0x7f)
    .map((code) => String.fromCharCode(code)),
  maxLength: 60,
});
const value = (...known) =>
  fc.oneof({ arbitrary: fc.constantFrom(...known), weight: 3 }, { arbitrary: latin, weight: 1 });

const FIELDS = {
  'X-Request-Id': value('', 'a', 'two words', 'x'.repeat(129)),
  'If-Match': value('*', '"x"', 'W/"x"', '"', '"a", *'),
  'If-None-Match': value('*', '"x"', 'W/"x"', ',,', `${'"x",'.repeat(1500)}"y"`),
  'Idempotency-Key': value('one', 'two', '', 'k'.repeat(256)),
  Accept: value('text/html', 'application/xml;q=0', '*/*', 'nonsense'),
  'Accept-Encoding': value('gzip', 'br;q=1, *;q=0', 'identity;q=0', 'gzip;q=x'),
  'Content-Encoding': value('gzip', 'identity', 'zstd', 'GZIP, br'),
  'Cache-Control': value('no-cache', 'max-age=x'),
  Range: value('bytes=0-3', 'bytes=9-1', 'bytes=-1'),
  Prefer: value('code=500', 'code=404, delay=1', 'dynamic=true'),
  Origin: value('https://example.com', 'null'),
  Expect: value('100-continue', 'a-miracle'),
  Cookie: value('X-API-Key=x'),
  Forwarded: value('for=127.0.0.1;proto=https'),
  'X-HTTP-Method-Override': value('DELETE'),
  'X-A': value('a', 'x'.repeat(17_000)),
};
const fields = fc
  .subarray(Object.keys(FIELDS), { maxLength: 3 })
  .chain((names) => fc.tuple(...names.map((name) => FIELDS[name].map((text) => [name, text]))));

const types = fc.oneof(
  { arbitrary: fc.constant('application/json'), weight: 12 },
  {
    arbitrary: fc.constantFrom(
      'text/plain',
      '',
      'application/json; charset=latin1',
      'multipart/form-data; boundary=x',
      'application/json;',
      'x/y; a="',
      'application/json; charset=utf-8',
    ),
    weight: 2,
  },
);

const breakings = [
  (bytes) => bytes,
  (bytes, place) => bytes.subarray(0, place % bytes.length),
  (bytes, place) =>
    Buffer.concat([
      bytes.subarray(0, place % bytes.length),
      Buffer.from([place % 256]),
      bytes.subarray(1 + (place % bytes.length)),
    ]),
  (bytes) => Buffer.concat([bytes, bytes]),
  (bytes) => Buffer.concat([bytes, Buffer.from('nonsense\r\n\r\n')]),
  (bytes) => Buffer.from(bytes.toString('latin1').replace('\r\n', '\n'), 'latin1'),
  (bytes) =>
    Buffer.from(
      bytes.toString('latin1').replace('\r\nHost: a', '\r\nHost: a\r\nTransfer-Encoding: chunked'),
      'latin1',
    ),
  (bytes) =>
    Buffer.from(bytes.toString('latin1').replace('\r\nHost: a', '\r\nHost: a\r\n folded: x'), 'latin1'),
  (bytes) => Buffer.from(bytes.toString('latin1').replace('HTTP/1.1', 'HTTP/1.0'), 'latin1'),
  (bytes) => Buffer.from(bytes.toString('latin1').replace('\r\nHost: a', ''), 'latin1'),
];

/**
 * Generates `{ operation, method, path, headers, body, breaking }`. With `breaking`, a raw connection must
 * send the request, because `bytesOf` changes its bytes. `ids` are the ids to request, `systems` the cyber
 * systems to refer to, and `keys` are valid and invalid API keys.
 */
export function requests({ ids, systems, keys }) {
  const of = (operation) =>
    fc.record({
      operation: fc.constant(operation.operationId),
      method: fc.oneof(
        { arbitrary: fc.constant(operation.method), weight: 14 },
        { arbitrary: fc.constantFrom(...ODD_METHODS), weight: 1 },
      ),
      path: pathsFor(operation, ids),
      key: fc.oneof(
        { arbitrary: fc.constant(keys.good), weight: 14 },
        { arbitrary: fc.constantFrom(...keys.bad), weight: 1 },
      ),
      fields,
      type: types,
      body:
        operation.method === 'GET'
          ? fc.option(bodiesFor(operation, systems), { freq: 20 })
          : bodiesFor(operation, systems),
      breaking: fc.oneof(
        { arbitrary: fc.constant(undefined), weight: 9 },
        { arbitrary: fc.tuple(fc.constantFrom(...breakings), fc.nat()), weight: 1 },
      ),
    });
  const chosen = fc.oneof(
    { arbitrary: fc.constantFrom(...available), weight: 2 },
    { arbitrary: fc.constantFrom(...operations), weight: 1 },
  );
  return chosen.chain(of).map(({ key, fields: others, type, body, ...rest }) => ({
    ...rest,
    headers: [
      ...(key === undefined ? [] : [['X-API-Key', key]]),
      ...(body === null ? [] : [['Content-Type', type]]),
      ...others,
    ],
    body,
  }));
}

export function bytesOf({ method, path, headers, body, breaking }) {
  const lines = [...headers, ...(body === null ? [] : [['Content-Length', body.length]])].map(
    ([field, text]) => `${field}: ${text}\r\n`,
  );
  const whole = Buffer.concat([
    Buffer.from(
      `${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${lines.join('')}\r\n`,
      'latin1',
    ),
    body ?? Buffer.alloc(0),
  ]);
  const [bend, place] = breaking;
  return bend(whole, place);
}

/** Returns the same requests for the same seed. */
export const made = (arbitrary, numRuns, seed) => fc.sample(arbitrary, { numRuns, seed });
