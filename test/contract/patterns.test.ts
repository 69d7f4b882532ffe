// Checks what the patterns of the contract accept. The lint rule portable-patterns checks how they are written.
import { contractDocument } from '../../src/contract/document';
import { partsOf } from '../../src/contract/keywords';
import { schemasOf } from '../../src/contract/schemas';

const BMP = Array.from({ length: 0x10000 }, (_none, unit) => String.fromCharCode(unit)).filter((text) =>
  text.isWellFormed(),
);
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

const schemas = contractDocument.components['schemas'] as Record<string, { pattern: string }>;

function* patternsIn(node: unknown): Generator<string> {
  if (typeof node !== 'object' || node === null) return;
  if ('pattern' in node && typeof node.pattern === 'string') yield node.pattern;
  for (const part of partsOf(node)) yield* patternsIn(part);
}
const patterns = [...new Set(patternsIn(contractDocument))];

it.each(patterns)('pattern %s compiles and agrees with and without the u flag', (pattern) => {
  const [plain, unicode] = ['', 'u'].map((flags) => new RegExp(pattern, flags)) as [RegExp, RegExp];
  const texts = [...BMP, '🔌', '\u{10400}'].flatMap((text) => [text, `a${text}a`, `cs_${text}`]);
  expect(texts.filter((text) => plain.test(text) !== unicode.test(text))).toEqual([]);
});

it.each(patterns)('pattern %s stays the same under Unicode normalization', (pattern) => {
  expect(['NFC', 'NFD'].map((form) => pattern.normalize(form))).toEqual([pattern, pattern]);
});

describe.each(['AssetName', 'RecordNameInput'])('the pattern of %s', (name) => {
  const pattern = new RegExp(schemas[name]!.pattern);
  const accepts = (text: string): boolean => pattern.test(text);

  it('accepts exactly the visible characters inside a name', () => {
    expect(BMP.filter((text) => accepts(`a${text}a`) === HIDDEN.test(text))).toEqual([]);
  });

  it('accepts white space neither at the start nor at the end', () => {
    const isAllowed = (text: string) => !HIDDEN.test(text) && !/\s/.test(text);
    expect(BMP.filter((text) => accepts(text) !== isAllowed(text))).toEqual([]);
    expect(BMP.filter((text) => accepts(`${text}a`) !== isAllowed(text))).toEqual([]);
    expect(BMP.filter((text) => accepts(`a${text}`) !== isAllowed(text))).toEqual([]);
  });

  it.each([
    ['a tag character', 'a\u{e0041}a'],
    ['a variation selector beyond U+FFFF', 'a\u{e0100}a'],
    ['an unpaired high surrogate', 'a\ud83d'],
    ['an unpaired low surrogate', '\udd0ca'],
  ])('leaves %s to the server, which rejects it', (_what, text) => {
    const validate = schemasOf(contractDocument).at(['components', 'schemas', name]);
    expect([accepts(text), validate(text), validate('a🔌a')]).toEqual([true, false, true]);
  });
});
