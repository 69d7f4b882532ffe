// Rows of a source as the assets that they say there should be, or why they cannot be.
import { contractDocument } from '../contract/document';
import { schemasOf } from '../contract/schemas';
import { validationError } from '../contract/validation-error';
import type { AssetFields, Directory } from './inventory';
import { type SourceRow, valueAt } from './source';
import { columnsOf, type FieldRule, type RowRule, ruleOf, type SyncMap } from './map';

export interface Desired {
  key: string;
  line: number;
  fields: AssetFields;
}

export interface RowFault {
  line: number;
  /** Unless it could not be read. */
  key?: string;
  message: string;
}

export interface Translated {
  desired: Desired[];
  faults: RowFault[];
  /** Rows that the map leaves out. */
  leftOut: number;
}

/** Values are compared and sent without the white space around them. */
function textAt(cells: SourceRow['cells'], column: string | string[] | undefined): string {
  for (const name of columnsOf(column)) {
    const value = valueAt(cells, name);
    if (value === undefined || value === null) continue;
    if (typeof value === 'object')
      throw new Error(
        `${name} holds ${Array.isArray(value) ? 'a list' : 'an object'}; name what in it you mean, as in ${name}.name`,
      );
    // JSON.parse has rounded it: two keys could have become one.
    if (Number.isInteger(value) && !Number.isSafeInteger(value))
      throw new Error(`${name} is a number too large to be read exactly: export it as text`);
    const text = (typeof value === 'string' ? value : JSON.stringify(value)).trim();
    if (text !== '') return text;
  }
  return '';
}

/** @throws Error that says what is wrong with the value. */
function applyRule(name: string, rule: FieldRule, cells: SourceRow['cells']): string | undefined {
  if (rule.value !== undefined) return rule.value;
  const text = textAt(cells, rule.column);
  if (text === '') return rule.empty;
  if (!rule.values) return text;
  const meant = Object.hasOwn(rule.values, text) ? rule.values[text] : rule.other;
  if (meant === undefined)
    throw new Error(
      `${name} ${JSON.stringify(text)} is not one of the values of the map: ${Object.keys(rule.values).slice(0, 20).join(', ')}`,
    );
  return meant;
}

const matches = (cells: SourceRow['cells'], { column, values }: RowRule): boolean =>
  values.map(String).includes(textAt(cells, column));

function isSelected({ only = [], except = [] }: SyncMap, cells: SourceRow['cells']): boolean {
  return only.every((rule) => matches(cells, rule)) && !except.some((rule) => matches(cells, rule));
}

export function createTranslate(map: SyncMap, directory: Directory) {
  // The contract's own rules of what may be sent.
  const validate = schemasOf(contractDocument).at(['components', 'schemas', 'CreateCyberAssetRequest']);

  function fieldsOf(cells: SourceRow['cells']): { fields?: AssetFields; faults: string[] } {
    const faults: string[] = [];
    const attempt = (name: 'name' | 'asset_type' | 'cyber_system' | 'site'): string | undefined => {
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
    const [name, asset_type, system, site] = [
      attempt('name'),
      attempt('asset_type'),
      attempt('cyber_system'),
      attempt('site'),
    ];
    const found = system === undefined ? undefined : directory.findSystem(system, site);
    if (found?.fault !== undefined) faults.push(found.fault);
    // A field that has its fault already is left out: what the contract says of the others counts.
    const given = {
      ...(name === undefined ? {} : { name }),
      ...(asset_type === undefined ? {} : { asset_type }),
      cyber_system_id: found?.system?.id ?? 'cs_-',
    };
    if (!validate(given))
      faults.push(
        ...validationError(validate.errors!)
          .details!.filter(({ field }) => field in given)
          .map(({ field, message }) => `${field} ${message}`),
      );
    return faults.length > 0 ? { faults } : { fields: given as AssetFields, faults };
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
        if (key === '') throw new Error(`${map.key}, the key, is empty`);
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
