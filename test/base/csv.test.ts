// CSV that leaves the system: every cell is quoted, and no spreadsheet runs a cell as a formula.
import { parse } from 'csv-parse/sync';
import { csvLine, withoutProtection } from '../../src/base/csv/write';
import { parseCsv } from '../../src/server/import/read';

it('quotes every cell, numbers and empty ones too', () => {
  expect(csvLine(['RTU "7"', 7, '', null, 'a,b\r\nc'])).toBe('"RTU ""7""","7","","","a,b\r\nc"\r\n');
});

const formulas = [...'=+-@＝＋－＠﹦﹢﹣﹫⁼⁺₌₊−'].flatMap((start): [text: string, written: string][] => [
  [`${start}1`, `'${start}1`],
  [` ${start}1`, ` '${start}1`],
  [`"${start}1`, `"'${start}1`],
  [`\u3000\u200b${start}1`, `\u3000\u200b'${start}1`],
  [`x;${start}cmd|' /C calc'!A0`, `x;'${start}cmd|' /C calc'!A0`],
  [`x;"${start}1`, `x;"'${start}1`],
  [`;;${start}${start}1`, `;;'${start}${start}1`],
  ...[',', '\t', '\n', '\r', '\r\n'].map((at): [string, string] => [`x${at}${start}1`, `x${at}'${start}1`]),
]);

it.each(formulas)('writes %j as %j', (text, written) => {
  expect(parse(csvLine([text]))).toEqual([[written]]);
});

it.each([...formulas.map(([text]) => text), "'=1", "''=1", "x;'-48 V", "'x", "x; 'y'"])(
  'restores %j, which differs from other texts when it is written',
  (text) => {
    const [[written]] = parse(csvLine([text])) as [[string]];
    expect(withoutProtection(written)).toBe(text);
    if (written !== text) expect(csvLine([written])).not.toBe(csvLine([text]));
  },
);

it('puts an apostrophe before a negative number', () => {
  expect(csvLine([-5])).toBe('"\'-5"\r\n');
});

it.each(['MLB345-RTU01', 'a=b', 'x; y', '1+1', 'dale@cedar.example', '2026-01-31', "Pump 'A'"])(
  'leaves %j',
  (text) => {
    expect(csvLine([text])).toBe(`"${text}"\r\n`);
  },
);

it('writes lines that an import reads back', async () => {
  const columns = ['name', 'cyber_system_id', 'asset_type'];
  const cells = ['Relay "7", spare\nbay 2', 'cs_1', 'hardware'];
  const { rows } = await parseCsv('cyber_assets.csv', 'cyber_assets', csvLine(columns) + csvLine(cells));
  expect(rows).toEqual([{ name: cells[0], cyber_system_id: 'cs_1', asset_type: 'hardware' }]);
});
