// Values that stand in SQL as literals: SQLite must read each of them as what it is, whatever it looks like.
import { assert, asyncProperty, integer, oneof, string } from 'fast-check';
import sqlite3 from 'sqlite3';
import { inlined, literal } from '../../../src/database/sqlite/script';

const database = new sqlite3.Database(':memory:');
afterAll(() => new Promise((resolve) => database.close(resolve)));

const read = (sql: string) =>
  new Promise((resolve, reject) =>
    database.get<{ value: unknown }>(sql, (error, row) => (error ? reject(error) : resolve(row.value))),
  );
const statement = (sql: string, values: unknown[]) => ({ sql, bind: () => values });

test.each([
  `'`,
  `''`,
  `'; drop table cyber_assets; --`,
  `' || (select 1) || '`,
  '?',
  '\\',
  "\\'",
  '"',
  '`',
  '\n;\nCOMMIT',
  '--',
  '/*',
  '$1 :a @a',
  'RTU ☃ 𝔘',
  '',
])('%j is a text and nothing else', async (text) => {
  expect(await read(`select ${literal(text)} as value`)).toBe(text);
});

test('any text and any number is read as it was', () =>
  assert(
    asyncProperty(
      oneof(
        string({ unit: 'binary' }).filter((text) => !text.includes('\0')),
        integer(),
      ),
      async (value) => {
        expect(await read(inlined(statement('select ? as value', [value]), {}))).toBe(value);
      },
    ),
  ));

test('what is not there is null', async () => {
  expect(
    await read(inlined(statement('select ? is null and ? is null as value', [null, undefined]), {})),
  ).toBe(1);
});

test('a question mark in a text or in a name is no placeholder', async () => {
  expect(
    await read(
      inlined(
        statement(`select '?''?' || "?" || \`a\` || ? as value from (select 'b' as "?", 'c' as \`a\`)`, [
          '?',
        ]),
        {},
      ),
    ),
  ).toBe(`?'?bc?`);
});

test('NUL, at which the driver would end the script, is refused', () => {
  expect(() => literal('a\0b')).toThrow('A text with NUL cannot stand in a script.');
});

test.each([[['a']], [['a', 'b', 'c']]])('values %j for two placeholders are refused', (values) => {
  expect(() => inlined(statement('select ?, ?', values), {})).toThrow(
    `A statement has 2 placeholders for ${values.length} values.`,
  );
});
