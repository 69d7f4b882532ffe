// Finds expressions of src and of the contract that a hostile text makes slow. A scanner replaces such an expression.
import { contractDocument } from '../../../src/contract/document';
import { pathSource } from '../../../src/contract/router';
import { SLUG } from '../../../src/base/organization';
import { KEY_LIKE } from '../../../src/base/secrets/mask-text';
import { growthOf } from './ambiguity';
import { sourceExpressions } from './sources';

/** Expressions that take more than linear time, with the bound of their text. */
const BOUNDED: Record<string, string> = {
  [/'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\?/.source]:
    'statements of this project, in which every quote is closed; values are not in them',
  [/"(?:[^"\\]|\\.)*"|true|false|null/.source]:
    'the output of JSON.stringify, in which every quote is closed',
  [String.raw`'(?:[^']|'')*'|::(?:text|character varying)(?:\[\])?(?![\w(])|timezone\('utc'(?:::text)?, now\(\)\)|[\s()]+`]:
    'definitions that PostgreSQL prints, in which every quote is closed',
  [String.raw`'(?:[^']|'')*'|\s+`]:
    'statements of a schema that SQLite has parsed, in which every quote is closed',
  [String.raw`^\d+: POSIX +ADVISORY +WRITE +(\d+) [0-9a-f]+:[0-9a-f]+:(\d+) 120 `]:
    'the locks that Linux prints',
  [/(?<![\w."'])-?\d{16,40}(?![\w."'])/.source]: 'begins only where no digit precedes, and reads 40 digits',
};

const PATTERN_OF_CONTRACT =
  'a pattern of the contract, which a test below checks, or of the operator’s own file';
const PATH_OF_CONTRACT = 'a path of the contract, which a test below checks';

/** Expressions that are made when the program runs, by file: where their source comes from. */
const MADE: Record<string, string> = {
  'src/base/csv/write.ts': 'FORMULA with one more sign',
  'src/base/organization.ts': 'SLUG, which a test below checks',
  'src/base/secrets/mask-text.ts':
    'KEY_LIKE, which a test below checks, PARTS and DESCRIPTION, alternatives of fixed texts',
  'src/contract/generated-values.ts': PATTERN_OF_CONTRACT,
  'src/contract/router.ts': PATH_OF_CONTRACT,
  'src/contract/slow-patterns.ts': 'one character or class of a pattern, run on single characters',
  'src/contract/validation/text-messages.ts': PATTERN_OF_CONTRACT,
  'src/review/callers/callers.ts': PATH_OF_CONTRACT,
  'src/review/conformance/checks/filters.ts': 'the name of a field before a day',
  'src/review/conformance/collections.ts': PATTERN_OF_CONTRACT,
  'src/review/documents/soundness.ts': 'compiled only, never run',
  'src/sandbox/console/web/record-picker.js': PATTERN_OF_CONTRACT,
};

/** Returns every value of a keyword in a document. */
function valuesOf(value: unknown, keyword: string): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    name === keyword && typeof member === 'string' ? [member] : valuesOf(member, keyword),
  );
}

// The build reads the files of this project only.
const found = sourceExpressions().filter(({ file }) => !file.startsWith('src/build/'));
const isDefined = <Value>(value: Value | undefined): value is Value => value !== undefined;

describe('the rule', () => {
  it.each([
    [/^(a+)+$/, 'exponential'],
    [/^(a*)*$/, 'exponential'],
    [/^(a|a)*$/, 'exponential'],
    [/^(a|b|ab)*$/, 'exponential'],
    [/^[^@]+@[^@]+(\.[^@]+)*$/, 'exponential'],
    [/^a*a*$/, 'polynomial'],
    [/^a+b*a+$/, 'polynomial'],
    [/\s+$/, 'polynomial'],
    [/^\s+|\s+$/g, 'polynomial'],
    [/a(?=a*b)/, 'polynomial'],
    [/b(?:b*c)?/g, 'polynomial'],
    [/([;\s]name="?[^"\r\n;]*(?:token|secret)[^]*?\r\n\r\n)[^]*?(?=\r\n--|$)/gi, 'polynomial'],
  ])('finds %s', (expression, growth) => {
    expect(growthOf(expression)).toBe(growth);
  });

  it.each([
    /^\d+(\.\d+)?$/,
    /^(?:[^"\\]|\\.)*$/,
    /^[a-z]{1,128}$/,
    /(?:ab)+/g,
    /;\s*r=(\d+)/,
    /x(?=a*b)/,
    /=[^]*/,
    /[^a-z0-9]+/g,
    /^(?:a?){20}$/,
  ])('accepts %s', (expression) => {
    expect(growthOf(expression)).toBeUndefined();
  });
});

describe('the expressions of src', () => {
  it('take linear time, or have a text with a bound', () => {
    const slow = found.flatMap(({ file, expression }) => {
      const growth = expression && growthOf(expression);
      return growth ? [{ file, source: expression.source, growth }] : [];
    });
    expect(slow.filter(({ source }) => !(source in BOUNDED))).toEqual([]);
    expect([...new Set(slow.map(({ source }) => source))].sort()).toEqual(Object.keys(BOUNDED).sort());
  });

  it('are known to this test when only the running program knows them', () => {
    const made = found.filter(({ expression }) => !expression).map(({ file }) => file);
    expect([...new Set(made)].sort()).toEqual(Object.keys(MADE));
  });

  it('take linear time when they are made of the contract and of constants', () => {
    const paths = Object.keys(contractDocument.paths).map((path) => new RegExp(`^${pathSource(path)}/?$`));
    const made = [KEY_LIKE, new RegExp(SLUG.pattern), ...paths];
    expect(made.filter((expression) => growthOf(expression))).toEqual([]);
  });

  it('are all seen by this test', () => {
    expect(found.map(({ expression }) => expression).filter(isDefined).length).toBeGreaterThan(250);
  });
});

describe('the patterns of the contract', () => {
  it('take linear time', () => {
    const patterns = new Set(valuesOf(contractDocument, 'pattern') as string[]);
    expect(patterns.size).toBeGreaterThan(20);
    expect([...patterns].filter((source) => growthOf({ source, flags: 'u' }))).toEqual([]);
  });
});
