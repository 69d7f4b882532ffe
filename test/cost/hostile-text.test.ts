// Gives each parser the most expensive text that its limits allow, and a quarter of it.
import { maskBody } from '../../src/sandbox/mask';
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

const PARSERS: Record<string, Hostile> = {
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
  'recorded parameters without values': recorded('&', 'application/x-www-form-urlencoded'),
  'recorded parameters with broken escapes': recorded('%token%&', 'application/x-www-form-urlencoded'),
};

describe.each(Object.entries(PARSERS))('%s', (_what, { text, size, parse }) => {
  it(`takes under ${MAX_MILLISECONDS} ms, and grows with its length`, () => {
    const [small, large] = [text(size / 4), text(size)];
    const cost = costOf(() => parse(large), MEASURABLE);
    expect(cost).toBeLessThan(MAX_MILLISECONDS);
    if (cost <= MEASURABLE) return;
    const quarter = costOf(() => parse(small), 0);
    expect(cost / quarter).toBeLessThan(MAX_GROWTH);
  });
});
