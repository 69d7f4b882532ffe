// What a map says: which column of the source is which field of an asset, and what its values mean.
import type { SourceOptions } from '../source/read';

export interface FieldRule {
  /** Of several columns the first that has something. */
  column?: string | string[];
  /** The same for every row. */
  value?: string;
  /** What each value of the source means; without it a value is taken as it stands. */
  values?: Record<string, string>;
  /** What every value means that is not listed. */
  other?: string;
  /** What an empty cell means. */
  empty?: string;
}

export interface RowRule {
  column: string | string[];
  values: (string | number | boolean)[];
}

export const FIELDS = ['name', 'asset_type', 'cyber_system', 'site'] as const;
export type FieldName = (typeof FIELDS)[number];

export interface SyncMap {
  /** The name under which the source owns assets, and how to read it. */
  source: SourceOptions & { name: string };
  /** The column that tells one asset from another for as long as it lives, whatever it is called. */
  key: string;
  fields: Record<Exclude<FieldName, 'site'>, string | FieldRule> & { site?: string | FieldRule };
  /** Rows that are assets of the inventory. */
  only?: RowRule[];
  except?: RowRule[];
  /** Which names are the same when the source is synced for the first time: equal ones, or those that the inventory takes for one. */
  adopt?: 'exact' | 'ignore-case';
}

export const ruleOf = (rule: string | FieldRule): FieldRule =>
  typeof rule === 'string' ? { column: rule } : rule;

export const columnsOf = (column: string | string[] | undefined): string[] =>
  column === undefined ? [] : [column].flat();
