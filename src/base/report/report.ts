// A report that is written as text, Markdown or HTML: a title, findings, lists and tables.
import { formatCount } from '../text';

export type Fact = readonly [term: string, text: string];

/** Text in backticks is code. A part of its own is code that a terminal shows without backticks. */
export type Sentence = string | readonly (string | { code: string })[];

/** A text, or several lines. */
export type Cell = string | readonly string[];
export type Row = readonly Cell[];

export interface Table {
  heading: string;
  note?: string | undefined;
  columns: readonly string[];
  rows: Iterable<Row>;
  /** A review needs every row, however many there are. */
  isUnlimited?: true;
  /** Collapsed in Markdown. */
  isMinor?: true;
}

/** Something that the reader decides or corrects. */
export interface Finding {
  title: string;
  /** JSON values; undefined for none. `isWords`: shown as removed and added lines. */
  change?: { before: unknown; after: unknown; isWords: boolean };
  /** For example `spec/openapi.yaml:12`. */
  place?: string;
  facts?: readonly Fact[];
  /** What it means and what to do. */
  advice: readonly string[];
  /** What it affects, by meaning. */
  effects?: readonly (readonly [meaning: string, affected: readonly Affected[]])[];
  /** Identifies the finding in links and waivers. */
  fingerprint?: string;
  /** The values that the filters of a page compare. */
  filter?: { resources: readonly string[]; operations: readonly string[] };
}

export interface Affected {
  name: string;
  places: string;
}

export interface FindingGroup {
  /** The value of the filter, for example `breaking`. */
  level: string;
  heading: string;
  /** Collapsed in Markdown and HTML. */
  isMinor?: boolean;
  findings: readonly Finding[];
}

export interface List {
  heading: string;
  note?: string;
  items: readonly Sentence[];
  /** Text to copy. */
  code?: string;
}

export interface Report {
  title: string;
  /** Whether the title is a verdict that passes. Undefined for a title that is no verdict. */
  passes?: boolean;
  /** Lines below the title. */
  lead?: readonly Sentence[];
  /** Sentences, the most important first. A terminal shows them last, which is on the screen. */
  summary: readonly Sentence[];
  facts: readonly Fact[];
  findings?: readonly FindingGroup[];
  lists?: readonly List[];
  tables: readonly Table[];
}

export const linesOf = (cell: Cell): readonly string[] => [cell].flat();

/** Splits a sentence into text and code. */
export const partsOf = (sentence: Sentence): { text: string; isCode: boolean }[] =>
  typeof sentence === 'string'
    ? sentence.split('`').map((text, index) => ({ text, isCode: index % 2 === 1 }))
    : sentence.flatMap((part) =>
        typeof part === 'string' ? partsOf(part) : [{ text: part.code, isCode: true }],
      );

/** Returns a JSON value on one line. Texts have quotation marks, so that the text "absent" is not taken for none. */
export const quoted = (value: unknown): string => (value === undefined ? 'absent' : JSON.stringify(value));

const linesOfText = (value: unknown, mark: string): string[] =>
  (typeof value === 'string' ? value : quoted(value)).split('\n').map((line) => `${mark} ${line}`);

/** Returns the removed and the added lines of a changed text. */
export const changedLines = ({ before, after }: NonNullable<Finding['change']>): string[] => [
  ...linesOfText(before, '-'),
  ...linesOfText(after, '+'),
];

/** A longer list of affected operations is collapsed. */
export const MAX_OPEN_AFFECTED = 5;

/** Shortens a table to the maximum number of rows. `advice`: a sentence that says where all rows are. */
export function limitRows(table: Table, maximum: number, advice: string): Table {
  const rows = [...table.rows];
  if (table.isUnlimited || rows.length <= maximum) return table;
  const note = `The first ${maximum} of ${formatCount(rows.length)} rows. ${advice}`;
  return {
    ...table,
    note: table.note === undefined ? note : `${table.note} ${note}`,
    rows: rows.slice(0, maximum),
  };
}

/** Adds the number of rows to the heading. Returns no table when there are no rows. */
export const counted = (table: Table & { rows: readonly Row[] }): Table[] =>
  table.rows.length === 0
    ? []
    : [{ ...table, heading: `${table.heading}: ${formatCount(table.rows.length)}` }];

/** Adds the number of items to the heading. Returns no list when there are no items. */
export const countedList = (list: List): List[] =>
  list.items.length === 0 ? [] : [{ ...list, heading: `${list.heading} (${list.items.length})` }];
