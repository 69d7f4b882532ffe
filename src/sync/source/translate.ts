// Reads the rows of a source as the map defines them, and translates them into the assets that they describe.
import type { AssetFields, LeftOut, RowFault, RowRule, SyncMap } from '../../../generated/files';
import { contractDocument } from '../../contract/document';
import { compileSchemas } from '../../contract/schemas';
import { validationError } from '../../contract/validation/validation-error';
import { groupBy } from '../../base/values';
import type { Directory } from '../inventory/inventory';
import { FIELDS, type FieldName, type FieldRule, toColumns, toRule } from './map';
import { type Cells, type Place, type SourceRow, countLeftOut, toPlace, valueAt } from './row';

/** Returns the first non-empty value of the columns, without surrounding white space. @throws Error. */
export function textAt(cells: Cells, column: string | string[] | undefined): string {
  for (const name of toColumns(column)) {
    const value = valueAt(cells, name);
    if (value === undefined || value === null) continue;
    if (typeof value === 'object') {
      const kind = Array.isArray(value) ? 'a list' : 'an object';
      // ServiceNow with sysparm_display_value=all: {"display_value": "Millbrook", "value": "4a9d01"}.
      const field = 'display_value' in value ? 'display_value' : 'name';
      throw new Error(`${name} is ${kind}; name a field of it in the map, for example ${name}.${field}`);
    }
    // JSON.parse has rounded the number: two keys could have become one.
    if (Number.isInteger(value) && !Number.isSafeInteger(value))
      throw new Error(`${name} is a number too large to be read exactly: export it as text`);
    const text = (typeof value === 'string' ? value : JSON.stringify(value)).trim();
    if (text !== '') return text;
  }
  return '';
}

/** What spreadsheets show for a formula without a result, and for a column that is too narrow. */
const SPREADSHEET_ERROR = /^#(?:[A-Z]+[!?]|N\/A|DIV\/0!|#+)$/;

/** What spreadsheets make of the keys 1200000000000000 and 3-1. */
const REWRITTEN_KEY =
  /^(?:\d(?:[.,]\d+)?E[+-]\d{2,}|\d{1,2}-(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)|(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)-\d{2})$/;

/** @throws Error. */
function requireNoSpreadsheetError(name: string, text: string): void {
  if (SPREADSHEET_ERROR.test(text))
    throw new Error(
      `${name} ${JSON.stringify(text)} is an error of a spreadsheet: correct the cell and export again`,
    );
}

/** @throws Error for a key that a spreadsheet has rewritten: other keys may have become the same one. */
function keyAt(cells: Cells, column: string): string {
  const key = textAt(cells, column);
  requireNoSpreadsheetError(column, key);
  if (REWRITTEN_KEY.test(key))
    throw new Error(
      `${column} ${JSON.stringify(key)} was rewritten by a spreadsheet: format the column as text and export again`,
    );
  return key;
}

/** @throws Error that describes the invalid value. */
function applyRule(name: string, rule: FieldRule, cells: Cells): string | undefined {
  if (rule.value !== undefined) return rule.value;
  const text = textAt(cells, rule.column);
  if (text === '') return rule.empty;
  requireNoSpreadsheetError(name, text);
  if (!rule.values) return text;
  const translated = Object.hasOwn(rule.values, text) ? rule.values[text] : rule.other;
  if (translated === undefined) {
    const known = Object.keys(rule.values).slice(0, 20).join(', ');
    throw new Error(`${name} ${JSON.stringify(text)} is not one of the values in the map: ${known}`);
  }
  return translated;
}

/** Returns why the map leaves a row out, undefined when it selects the row. @throws Error. */
function leftOutReason({ only = [], except = [] }: SyncMap, cells: Cells): string | undefined {
  const matches = ({ column, values }: RowRule): boolean =>
    values.map(String).includes(textAt(cells, column));
  const rule = only.find((each) => !matches(each)) ?? except.find(matches);
  if (!rule) return undefined;
  const text = textAt(cells, rule.column);
  return `${toColumns(rule.column).join(' or ')} is ${text === '' ? 'empty' : JSON.stringify(text)}`;
}

/** `leftOut`: why the map excludes the row. Values with a fault are absent, and so is a key that cannot be read. */
export interface RowReading {
  leftOut?: string;
  key?: string;
  values: Partial<Record<FieldName, string>>;
  faults: string[];
}

/** Names a row without a readable key, as far as its cells allow. */
function unreadable(key: string, { cells, fault }: SourceRow): string {
  const value = valueAt(cells, key);
  return value === undefined ? fault! : `${fault}; its ${key} may be ${JSON.stringify(value)}`;
}

export function readRow(map: SyncMap, row: SourceRow): RowReading {
  const reading: RowReading = { values: {}, faults: [] };
  const attempt = <Value>(read: () => Value): Value | undefined => {
    try {
      return read();
    } catch (error) {
      reading.faults.push((error as Error).message);
      return undefined;
    }
  };
  if (row.fault !== undefined) return { ...reading, faults: [unreadable(map.key, row)] };
  const leftOut = attempt(() => leftOutReason(map, row.cells));
  if (leftOut !== undefined) return { ...reading, leftOut };
  const key = attempt(() => keyAt(row.cells, map.key));
  if (key === '') reading.faults.push(`${map.key} (the key) is empty`);
  if (!key || reading.faults.length > 0) return reading;

  for (const name of FIELDS) {
    const rule = map.fields[name];
    if (rule === undefined) continue;
    const faults = reading.faults.length;
    const value = attempt(() => applyRule(name, toRule(rule), row.cells));
    if (value !== undefined) reading.values[name] = value;
    else if (name !== 'site' && reading.faults.length === faults) reading.faults.push(`${name} is empty`);
  }
  return { ...reading, key };
}

export interface Desired extends Place {
  key: string;
  fields: AssetFields;
}

export interface Translated {
  desired: Desired[];
  faults: RowFault[];
  /** The rows that `only` and `except` exclude, by reason. */
  leftOut: LeftOut[];
}

/** The fields of an asset without those that already have a fault. */
type Candidate = Partial<AssetFields>;

const ASSET = { $ref: '#/components/schemas/CreateCyberAssetRequest' };

function contractFaults(fields: Candidate): string[] {
  const validate = compileSchemas(contractDocument).of(ASSET);
  if (validate(fields)) return [];
  return validationError(validate.errors!)
    .details!.filter(({ field }) => field in fields)
    .map(({ field, message }) => `${field} ${message}`);
}

/** A plan lists the most frequent reasons, because a column may have any number of values. */
const MAX_REASONS = 20;

/** Counts rows by the reason that excludes them, the most frequent first. */
function countReasons(reasons: readonly string[]): LeftOut[] {
  const counts = [...groupBy(reasons, (reason) => reason)]
    .map(([reason, { length: rows }]) => ({ reason, rows }))
    .sort((one, other) => other.rows - one.rows);
  const others = countLeftOut(counts.slice(MAX_REASONS));
  return [...counts.slice(0, MAX_REASONS), ...(others > 0 ? [{ reason: 'other values', rows: others }] : [])];
}

/** A fault without a key stops deletions. */
const HIDES_LINES = 'a cell has several lines, which may be other rows: correct its quotes';

/** `onRow` is called after each row with the values of its cells. */
export function translateRows(
  rows: readonly SourceRow[],
  map: SyncMap,
  directory: Pick<Directory, 'findSystem'>,
  onRow: (row: SourceRow, reading: RowReading) => void = () => undefined,
): Translated {
  const desired: Desired[] = [];
  const faulty: RowFault[] = [];
  const reasons: string[] = [];
  for (const row of rows) {
    const reading = readRow(map, row);
    const { leftOut, key, values, faults } = reading;
    const place = toPlace(row);
    if (leftOut !== undefined) reasons.push(leftOut);
    else if (key === undefined) faulty.push({ ...place, message: faults.join('; ') });
    else {
      const { cyber_system, site, ...own } = values;
      const lookup = cyber_system === undefined ? undefined : directory.findSystem(cyber_system, site);
      if (lookup?.fault !== undefined) faults.push(lookup.fault);
      // Fields that already have a fault are left out, so that the contract's rules report only the others.
      const fields: Candidate = { ...own, ...(lookup?.system && { cyber_system_id: lookup.system.id }) };
      faults.push(...contractFaults(fields));
      if (faults.length === 0) desired.push({ ...place, key, fields: fields as AssetFields });
      else if (row.hidesLines)
        faulty.push({
          ...place,
          message: `key ${JSON.stringify(key)}: ${[...faults, HIDES_LINES].join('; ')}`,
        });
      else faulty.push({ ...place, key, message: faults.join('; ') });
    }
    onRow(row, reading);
  }
  return { desired, faults: faulty, leftOut: countReasons(reasons) };
}
