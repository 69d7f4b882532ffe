// Gives each parser the most expensive text that its limits allow, and a quarter of it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Request } from 'express';
import { isDay, isMonth } from '../../src/base/day';
import type { BodyFormat } from '../../src/contract/body-formats';
import { contractDocument } from '../../src/contract/document';
import { parseQuery } from '../../src/contract/query';
import { compileValidator } from '../../src/contract/schemas';
import { TEXT_FORMATS, textFault } from '../../src/contract/validation/text-messages';
import { readPolicy } from '../../src/review/edits/policy';
import { readWaivers } from '../../src/review/edits/waivers';
import { parseRecording, recordedBody } from '../../src/review/probe/har';
import { timeAfter } from '../../src/sandbox/control/duration';
import { maskBody } from '../../src/base/secrets/mask-body';
import { parsePrefer } from '../../src/sandbox/mocks/prefer';
import { computeEtag } from '../../src/base/digest';
import { requireMatch } from '../../src/server/api/etags';
import { readMultipartForm } from '../../src/server/api/form';
import { parseJson } from '../../src/server/api/body';
import { readYaml } from '../../src/server/import/read-yaml';
import { readPlan } from '../../src/sync/plan/plan-file';
import { readMap } from '../../src/sync/source/map';
import { temporaryFolder } from '../support/folder';
import { costOf } from '../support/processor-time';

/** Requests wait no longer than this for a parser. */
const MAX_MILLISECONDS = 100;
/** Four times the text takes four times as long. Quadratic work takes 16 times as long. */
const MAX_GROWTH = 8;
/** Below this cost, noise is larger than growth. */
const MEASURABLE = 4;

/** A parser with a text of a size, in characters. */
interface Hostile {
  text: (size: number) => string;
  size: number;
  parse: (text: string) => unknown;
}

const repeated = (unit: string, size: number): string => unit.repeat(Math.ceil(size / unit.length));
const KILOBYTES_100 = 100 * 1024;
const MEGABYTE = 1024 * 1024;
/** Node's limit of the headers of a request, which also bounds its URL. */
const HEADER_BYTES = 16 * 1024;
/** The limit of a sync map. */
const SMALL_FILE = 32 * 1024;

const FORMATS = ['date-time', 'date', 'email', 'uri', 'uuid', ...TEXT_FORMATS.keys()];
const PATTERNS = [...JSON.stringify(contractDocument).matchAll(/"pattern":("(?:[^"\\]|\\.)*")/g)].map(
  ([, text]) => new RegExp(JSON.parse(text!) as string, 'u'),
);

const FORM = 'multipart/form-data; boundary=b';
const recordedForm = (head: string, unit: string): Hostile => ({
  size: KILOBYTES_100,
  text: (size) => `--b\r\n${head}${repeated(unit, size)}`,
  parse: (text) => maskBody(text, FORM),
});
const recorded = (unit: string, mediaType?: string): Hostile => ({
  size: KILOBYTES_100,
  text: (size) => repeated(unit, size),
  parse: (text) => maskBody(text, mediaType),
});

/** Ten times: a limit of the cost of one would be below what can be measured. */
const faultOfText = (text: string) =>
  Array.from({ length: 10 }, () => textFault({ format: 'visible-text' }, text));

const PARSERS: Record<string, Hostile> = {
  ...Object.fromEntries(
    [' ', '\u200b', '\u202e', '\ud800'].map((sign) => [
      `a name of ${encodeURIComponent(JSON.stringify(sign))} only`,
      { size: KILOBYTES_100, text: (size: number) => `${sign.repeat(size)}x`, parse: faultOfText },
    ]),
  ),
  'a recorded form whose heads never end': recordedForm('', ' name=token'),
  'a recorded form of delimiters': recordedForm('', '\r\n--b'),
  'a recorded form of secret parts': recordedForm('', '\r\n--b\r\n;name=token\r\n\r\n'),
  'a recorded form with names without an end': recordedForm('', ';name="'),
  'a recorded text of a key with escapes': {
    size: KILOBYTES_100,
    text: (size) => `{"a":"cik_${repeated('\\\\', size)}a"}`,
    parse: (text) => maskBody(text),
  },
  'a recorded text of prefixes of keys': recorded('cik', 'text/csv'),
  'a recorded text of percent signs': recorded('%25', 'text/csv'),
  'a recorded JSON text of texts that are no JSON': {
    size: KILOBYTES_100,
    text: (size) => JSON.stringify(Array(Math.ceil(size / 16)).fill('"token"  {')),
    parse: (text) => maskBody(text),
  },
  'a recorded JSON text of texts that are JSON': {
    size: KILOBYTES_100,
    text: (size) => JSON.stringify(Array(Math.ceil(size / 5)).fill('[]')),
    parse: (text) => maskBody(text),
  },
  'a recorded JSON text of texts in texts': {
    size: KILOBYTES_100,
    text: (size) => {
      let text = '1';
      while (text.length < size) text = JSON.stringify([text]);
      return text;
    },
    parse: (text) => maskBody(text),
  },
  'recorded parameters without values': recorded('&', 'application/x-www-form-urlencoded'),
  'recorded parameters with broken escapes': recorded('%token%&', 'application/x-www-form-urlencoded'),
};

const headers = (unit: string, parse: Hostile['parse'], [head, end] = ['', '']): Hostile => ({
  size: HEADER_BYTES,
  text: (size) => head + repeated(unit, size) + end,
  parse,
});
const ofSize = (size: number, text: Hostile['text'], parse: Hostile['parse']): Hostile => ({
  size,
  text,
  parse,
});
const json = (text: Hostile['text']): Hostile =>
  ofSize(KILOBYTES_100, text, (body) => parseJson(Buffer.from(body)));
const query = (unit: string): Hostile => headers(unit, (text) => parseQuery(text, new Map(), []));
const tags = (unit: string, end = ''): Hostile =>
  headers(unit, (text) => requireMatch(text, computeEtag('a')), ['', end]);
const har = (text: Hostile['text']): Hostile =>
  ofSize(MEGABYTE / 4, text, (file) => parseRecording('a.har', file));

function form(unit: string): Hostile {
  const format = {
    mediaType: 'multipart/form-data',
    kind: 'form',
    maxBytes: MEGABYTE,
    fields: {},
    files: {},
  };
  return ofSize(
    MEGABYTE,
    (size) => `--b\r\n${repeated(unit, size)}`,
    (text) => {
      const request = Object.assign(Readable.from([Buffer.from(text)]), {
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      });
      return readMultipartForm(request as unknown as Request, format as BodyFormat, []);
    },
  );
}

const folder = temporaryFolder();
const file = (name: string, read: (path: string) => unknown, text: Hostile['text']): Hostile =>
  ofSize(SMALL_FILE, text, (content) => {
    writeFileSync(join(folder, name), content);
    return read(join(folder, name));
  });

Object.assign(PARSERS, {
  'JSON with repeated keys': json((size) => `{${repeated('"a":1,', size)}"a":1}`),
  'JSON with long keys': json((size) => `{"${repeated('\\u0061', size)}":1}`),
  'JSON of open lists': json((size) => repeated('[', size)),
  'JSON of backslashes': json((size) => `"${repeated('\\', size)}`),
  'JSON of white space behind a text': json((size) => repeated('"" ', size)),
  'a form of delimiters': form('--b\r\n'),
  'a form whose delimiters nearly end': form('\r\n--\r\n--'),
  'a form of headers': form('a: b\r\n'),
  'a query of unknown names': query('a&'),
  'a query of broken escapes': query('%zz=%&'),
  'a list of tags without quotes': tags(',', 'x'),
  'a list of tags with white space': tags(' \t', 'x'),
  'a list of tags that is cut': tags('"",', '"'),
  'preferences without an end': headers('a="\\"', parsePrefer),
  'preferences of white space': headers('a ', parsePrefer),
  'a date of digits': headers('2026-01-01', isDay),
  'a duration of digits': headers('1', (text) => timeAfter(new Date(0), `P${text}`)),
  'a month of digits': headers('2026-01', isMonth),
  'a recording of open lists': har((size) => repeated('[', size)),
  'a recording of entries without members': har((size) => `{"log":{"entries":[${repeated('{},', size)}{}]}}`),
  'a recorded body that was cut': ofSize(
    KILOBYTES_100,
    (size) => repeated('[{"a":[', size),
    (text) =>
      recordedBody({
        status: 200,
        headers: [],
        content: { text, mimeType: 'application/json', comment: 'cut' },
      }),
  ),
  'a plan of open objects': file('plan.json', readPlan, (size) => repeated('{"a":', size)),
  'a plan of members': file('plan.json', readPlan, (size) => `{${repeated('"a":{},', size)}"a":1}`),
  'a map of unknown members': file('map.yaml', readMap, (size) =>
    Array.from({ length: size / 8 }, (_, index) => `a${index}: 1\n`).join(''),
  ),
  'YAML of open lists': ofSize(
    4096,
    (size) => repeated('[', size),
    (text) => readYaml('a.yaml', text),
  ),
  'YAML of aliases': ofSize(
    SMALL_FILE,
    (size) => `a: &a [x]\nb: [${repeated('*a,', size)}*a]`,
    (text) => readYaml('a.yaml', text),
  ),
  'YAML of nested keys': ofSize(
    MEGABYTE,
    (size) => repeated('? ', size),
    (text) => readYaml('a.yaml', text),
  ),
  'YAML of tags': ofSize(
    MEGABYTE,
    (size) => repeated('!!map ', size),
    (text) => readYaml('a.yaml', text),
  ),
  'YAML of nested rows': ofSize(
    MEGABYTE,
    (size) => Array.from({ length: Math.sqrt(size) }, (_, index) => `${' '.repeat(index)}a:\n`).join(''),
    (text) => readYaml('a.yaml', text),
  ),
  'waivers of nested keys': file('waivers.yaml', readWaivers, (size) => repeated('? ', size)),
  'a policy of anchors': file('review.yaml', readPolicy, (size) => `a: [${repeated('&a ', size)}`),
  'YAML of keys that are lists': ofSize(
    124,
    (size) => `${repeated('[', Math.min(size / 4, 31))}a${repeated(']: 1', Math.min(size, 30 * 4))}]`,
    (text) => readYaml('a.yaml', text),
  ),
  'patterns of the contract': ofSize(
    KILOBYTES_100,
    (size) => repeated('a-', size),
    (text) => PATTERNS.map((pattern) => pattern.test(text)),
  ),
  'formats of the contract': ofSize(
    HEADER_BYTES,
    (size) => repeated('a.', size),
    (text) => FORMATS.map((format) => compileValidator({ type: 'string', format })(text)),
  ),
} satisfies Record<string, Hostile>);

describe.each(Object.entries(PARSERS))('%s', (_what, { text, size, parse }) => {
  it(`takes under ${MAX_MILLISECONDS} ms, and grows with its length`, async () => {
    const whole = text(size);
    let cost = await costOf(() => parse(whole), MEASURABLE);
    if (cost >= MAX_MILLISECONDS) cost = await costOf(() => parse(whole), MAX_MILLISECONDS);
    expect(cost).toBeLessThan(MAX_MILLISECONDS);
    if (cost <= MEASURABLE) return;
    const growth = async (from: number): Promise<number> => {
      const [small, large] = [text(from), text(4 * from)];
      const before = await costOf(() => parse(small), 0);
      return (await costOf(() => parse(large), before * MAX_GROWTH)) / before;
    };
    // One step is not growth: V8 maps arrays of over 16,384 items page by page, which costs several times as much.
    const first = await growth(size / 4);
    expect(first <= MAX_GROWTH ? first : await growth(size / 16)).toBeLessThanOrEqual(MAX_GROWTH);
  });
});
