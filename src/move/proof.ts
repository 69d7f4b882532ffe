// What a table holds, in a form in which two databases can be compared.
import { createHash } from 'node:crypto';
import type { Table } from '../database/catalog';
import type { Row } from './rows';

export interface Contents {
  rows: number;
  /** SHA-256 over the rows in the order of the primary key: of each, the values in the order of its columns' names, as a JSON list of texts and nulls and a line feed. */
  digest: string;
}

export interface Tally {
  add(rows: Row[]): void;
  contents(): Contents;
}

const textOf = (value: string | number | null | undefined): string | null =>
  value === null || value === undefined ? null : String(value);

export function createTally({ columns }: Table): Tally {
  const hash = createHash('sha256');
  let count = 0;
  return {
    add(rows) {
      for (const row of rows)
        hash.update(`${JSON.stringify(columns.map((column) => textOf(row[column])))}\n`);
      count += rows.length;
    },
    contents: () => ({ rows: count, digest: hash.digest('hex') }),
  };
}

export const sameContents = (one: Contents, other: Contents): boolean =>
  one.rows === other.rows && one.digest === other.digest;
