// Reads the values of a row as the map defines them, or why the map leaves the row out.
import { FIELDS, type FieldName, type FieldRule, type RowRule, type SyncMap, columnsOf, ruleOf } from './map';
import { type Cells, type SourceRow, valueAt } from './row';

/** Returns the first non-empty value of the columns, without surrounding white space. @throws Error. */
export function textAt(cells: Cells, column: string | string[] | undefined): string {
  for (const name of columnsOf(column)) {
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

/** @throws Error that describes the invalid value. */
function applyRule(name: string, rule: FieldRule, cells: Cells): string | undefined {
  if (rule.value !== undefined) return rule.value;
  const text = textAt(cells, rule.column);
  if (text === '') return rule.empty;
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
  return `${columnsOf(rule.column).join(' or ')} is ${text === '' ? 'empty' : JSON.stringify(text)}`;
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

/** Reads one row. */
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
  const key = attempt(() => textAt(row.cells, map.key));
  if (key === '') reading.faults.push(`${map.key} (the key) is empty`);
  if (!key || reading.faults.length > 0) return reading;

  for (const name of FIELDS) {
    const rule = map.fields[name];
    if (rule === undefined) continue;
    const faults = reading.faults.length;
    const value = attempt(() => applyRule(name, ruleOf(rule), row.cells));
    if (value !== undefined) reading.values[name] = value;
    else if (name !== 'site' && reading.faults.length === faults) reading.faults.push(`${name} is empty`);
  }
  return { ...reading, key };
}
