// Translates rows of a source into the assets that they describe.
import { contractDocument } from '../contract/document';
import { schemasOf } from '../contract/schemas';
import { validationError } from '../contract/validation-error';
import type { AssetFields, Directory } from './inventory';
import { type FieldName, type FieldRule, type RowRule, type SyncMap, columnsOf, ruleOf } from './map';
import { type SourceRow, valueAt } from './source';

export interface Desired {
  key: string;
  line: number;
  fields: AssetFields;
}

export interface RowFault {
  line: number;
  /** Absent when the key cannot be read. */
  key?: string;
  message: string;
}

export interface Translated {
  desired: Desired[];
  faults: RowFault[];
  /** The number of rows that `only` and `except` exclude. */
  leftOut: number;
}

/** Returns the first non-empty value of the columns, without surrounding white space. @throws Error. */
function textAt(cells: SourceRow['cells'], column: string | string[] | undefined): string {
  for (const name of columnsOf(column)) {
    const value = valueAt(cells, name);
    if (value === undefined || value === null) continue;
    if (typeof value === 'object') {
      const kind = Array.isArray(value) ? 'a list' : 'an object';
      throw new Error(`${name} is ${kind}; name a field of it in the map, for example ${name}.name`);
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
function applyRule(name: string, rule: FieldRule, cells: SourceRow['cells']): string | undefined {
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

const matches = (cells: SourceRow['cells'], { column, values }: RowRule): boolean =>
  values.map(String).includes(textAt(cells, column));

function isSelected({ only = [], except = [] }: SyncMap, cells: SourceRow['cells']): boolean {
  return only.every((rule) => matches(cells, rule)) && !except.some((rule) => matches(cells, rule));
}

export function createTranslate(map: SyncMap, directory: Directory) {
  const validate = schemasOf(contractDocument).at(['components', 'schemas', 'CreateCyberAssetRequest']);

  function fieldsOf(cells: SourceRow['cells']): { fields?: AssetFields; faults: string[] } {
    const faults: string[] = [];
    const valueOf = (name: FieldName): string | undefined => {
      const rule = map.fields[name];
      try {
        const value = rule === undefined ? undefined : applyRule(name, ruleOf(rule), cells);
        if (value === undefined && name !== 'site') faults.push(`${name} is empty`);
        return value;
      } catch (error) {
        faults.push((error as Error).message);
        return undefined;
      }
    };
    const name = valueOf('name');
    const asset_type = valueOf('asset_type');
    const systemName = valueOf('cyber_system');
    const site = valueOf('site');
    const lookup = systemName === undefined ? undefined : directory.findSystem(systemName, site);
    if (lookup?.fault !== undefined) faults.push(lookup.fault);
    // Fields that already have a fault are left out, so that the contract's rules report only the others.
    const fields = {
      ...(name === undefined ? {} : { name }),
      ...(asset_type === undefined ? {} : { asset_type }),
      cyber_system_id: lookup?.system?.id ?? 'cs_-',
    };
    if (!validate(fields))
      faults.push(
        ...validationError(validate.errors!)
          .details!.filter(({ field }) => field in fields)
          .map(({ field, message }) => `${field} ${message}`),
      );
    return faults.length > 0 ? { faults } : { fields: fields as AssetFields, faults };
  }

  return (rows: readonly SourceRow[]): Translated => {
    const result: Translated = { desired: [], faults: [], leftOut: 0 };
    for (const { line, cells, fault } of rows) {
      if (fault !== undefined) {
        result.faults.push({ line, message: fault });
        continue;
      }
      try {
        if (!isSelected(map, cells)) {
          result.leftOut++;
          continue;
        }
        const key = textAt(cells, map.key);
        if (key === '') throw new Error(`${map.key} (the key) is empty`);
        const { fields, faults } = fieldsOf(cells);
        if (fields) result.desired.push({ key, line, fields });
        else result.faults.push({ line, key, message: faults.join('; ') });
      } catch (error) {
        result.faults.push({ line, message: (error as Error).message });
      }
    }
    return result;
  };
}
