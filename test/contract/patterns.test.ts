// Checks what the patterns and text formats of the contract accept. The lint rule portable-patterns checks how patterns
// are written.
import { contractDocument } from '../../src/contract/document';
import { partsOf } from './schema-parts';
import { compileValidator } from '../../src/contract/schemas';
import { TEXT_FORMATS } from '../../src/contract/validation/text-messages';

const BMP = Array.from({ length: 0x10000 }, (_none, unit) => String.fromCharCode(unit));
const WELL_FORMED = BMP.filter((text) => text.isWellFormed());
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const CONTROL = /\p{Cc}/u;

function* valuesOf(keyword: 'pattern' | 'format', node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return;
  const value = (node as Record<string, unknown>)[keyword];
  if (typeof value === 'string') yield value;
  for (const part of partsOf(node)) yield* valuesOf(keyword, part);
}
const patterns = [...new Set(valuesOf('pattern', contractDocument))];
const formats = [...new Set(valuesOf('format', contractDocument))];

/** Returns a test of one format, as the server compiles it. */
const accepting = (format: string): ((text: string) => boolean) =>
  compileValidator({ type: 'string', format });

it.each(patterns)('pattern %s compiles and agrees with and without the u flag', (pattern) => {
  const [plain, unicode] = ['', 'u'].map((flags) => new RegExp(pattern, flags)) as [RegExp, RegExp];
  const texts = [...WELL_FORMED, '🔌', '\u{10400}'].flatMap((text) => [text, `a${text}a`, `cs_${text}`]);
  expect(texts.filter((text) => plain.test(text) !== unicode.test(text))).toEqual([]);
});

it.each(patterns)(
  'pattern %s consists of printable ASCII without quotes and codes of characters',
  (pattern) => {
    expect(pattern).toMatch(/^[ !#-~]+$/);
    expect(pattern).not.toMatch(/\\[a-z]/);
  },
);

it.each(formats.filter((format) => !['int32', 'int64', 'binary'].includes(format)))(
  'the server enforces the format %s',
  (format) => {
    expect(['a', '\u0000'].map(accepting(format))).toContain(false);
  },
);

it('explains each text format once in the description of the document', () => {
  const { description } = contractDocument.info as unknown as { description: string };
  expect([...TEXT_FORMATS.keys()].map((format) => description.split(`\`${format}\``).length)).toEqual(
    [...TEXT_FORMATS.keys()].map(() => 2),
  );
});

it('single-line-text rejects exactly the control characters, and multi-line-text accepts tabs and line breaks', () => {
  const [single, multi] = [accepting('single-line-text'), accepting('multi-line-text')];
  expect(BMP.filter((text) => single(`a${text}`) === CONTROL.test(text))).toEqual([]);
  expect(BMP.filter((text) => single(`a${text}`) !== multi(`a${text}`))).toEqual(['\t', '\n', '\r']);
});

describe('visible-text', () => {
  const accepts = accepting('visible-text');

  it('accepts exactly the visible characters inside a text', () => {
    expect(BMP.filter((text) => accepts(`a${text}a`) === HIDDEN.test(text))).toEqual([]);
  });

  it('accepts white space neither at the start nor at the end', () => {
    const isAllowed = (text: string) => !HIDDEN.test(text) && !/\s/.test(text);
    expect(BMP.filter((text) => accepts(text) !== isAllowed(text))).toEqual([]);
    expect(BMP.filter((text) => accepts(`${text}a`) !== isAllowed(text))).toEqual([]);
    expect(BMP.filter((text) => accepts(`a${text}`) !== isAllowed(text))).toEqual([]);
  });

  it.each([
    ['a tag character', 'a\u{e0041}a', false],
    ['a variation selector beyond U+FFFF', 'a\u{e0100}a', false],
    ['an unpaired high surrogate', 'a\ud83d', false],
    ['an unpaired low surrogate', '\udd0ca', false],
    ['a picture beyond U+FFFF', 'a🔌a', true],
  ])('treats %s as the description says', (_what, text, isVisible) => {
    expect(accepts(text)).toBe(isVisible);
  });
});
