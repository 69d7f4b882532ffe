// Values as literals of SQL: SQLite must read every value back unchanged.
import { assert, asyncProperty, integer, oneof, string } from 'fast-check';
import sqlite3 from 'sqlite3';
import { inlined, literal } from '../../../src/database/sqlite/transaction';
import type { BoundStatement, Value } from '../../../src/database/statement';

const database = new sqlite3.Database(':memory:');
afterAll(() => new Promise((resolve) => database.close(resolve)));

const read = (sql: string) =>
  new Promise((resolve, reject) =>
    database.get<{ value: unknown }>(sql, (error, row) => (error ? reject(error) : resolve(row.value))),
  );
const statement = (sql: string, values: Value[]): BoundStatement => ({ sql, values });

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
])('reads %j back as a text', async (text) => {
  expect(await read(`select ${literal(text)} as value`)).toBe(text);
});

test('reads any text and any integer back unchanged', () =>
  assert(
    asyncProperty(
      oneof(
        string({ unit: 'binary' }).filter((text) => !text.includes('\0')),
        integer(),
      ),
      async (value) => {
        expect(await read(inlined(statement('select ? as value', [value])))).toBe(value);
      },
    ),
  ));

test('writes null and a missing value as null', async () => {
  expect(await read(inlined(statement('select ? is null and ? is null as value', [null, undefined])))).toBe(
    1,
  );
});

test('ignores question marks in texts and names', async () => {
  expect(
    await read(
      inlined(
        statement(`select '?''?' || "?" || \`a\` || ? as value from (select 'b' as "?", 'c' as \`a\`)`, [
          '?',
        ]),
      ),
    ),
  ).toBe(`?'?bc?`);
});

test('rejects NUL, at which the driver would end the script', () => {
  expect(() => literal('a\0b')).toThrow('A text with NUL cannot stand in a script.');
});

test.each([[['a']], [['a', 'b', 'c']]])('rejects the values %j for two placeholders', (values) => {
  expect(() => inlined(statement('select ?, ?', values))).toThrow(
    `A statement has 2 placeholders for ${values.length} values.`,
  );
});
