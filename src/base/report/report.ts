// A report that is written as text, Markdown or HTML: a title, findings, lists and tables.
import { formatCount } from '../text';

export type Fact = readonly [term: string, text: string];

/** Returns the facts that have a text, by their terms. */
export const listFacts = (facts: Readonly<Record<string, string | undefined>>): Fact[] =>
  Object.entries(facts).flatMap(([term, text]) => (text === undefined ? [] : [[term, text] as const]));

/** Text of this program, in which backticks mark code. */
export interface Markup {
  markup: string;
}

/** A string is data and shown as it is. A terminal shows `code` without backticks. */
type Part = string | { code: string } | Markup;
export type Sentence = Part | readonly Part[];

/** Not a type that contains texts of others, for example `string` or a template with a string. */
type Literal<Text extends string> = Text extends Text
  ? Record<never, never> extends Record<Text, 1>
    ? never
    : Text
  : never;

/** Marks the text between backticks as code. The compiler accepts only literals. */
export const markup = <Text extends string>(...texts: Literal<Text>[]): Markup => ({
  markup: texts.join(''),
});

/** A text, or several lines. */
export type Cell = string | readonly string[];
export type Row = readonly Cell[];

export interface Table {
  heading: string;
  note?: Sentence | undefined;
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
  advice: readonly Sentence[];
  effects?: readonly Effect[];
  /** Identifies the finding in links and waivers. */
  fingerprint?: string;
  /** The values that the filters of a page compare. */
  filter?: { resources: readonly string[]; operations: readonly string[] };
}

export interface Effect {
  meaning: string;
  affected: readonly { name: string; places: string }[];
  /** Of one of the affected. Default: `operation`. */
  noun?: string;
  /** Collapsed in Markdown and HTML. */
  isMinor?: boolean;
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
  note?: Sentence;
  items: readonly Sentence[];
  code?: string;
}

export interface Report {
  title: string;
  /** Whether the title is a verdict that passes. Undefined for a title that is no verdict. */
  passes?: boolean;
  lead?: readonly Sentence[];
  /** Sentences, the most important first. A terminal shows them last, which is on the screen. */
  summary: readonly Sentence[];
  facts?: readonly Fact[];
  findings?: readonly FindingGroup[];
  lists?: readonly List[];
  tables: readonly Table[];
}

export const toLines = (cell: Cell): readonly string[] => [cell].flat();

/** Splits a sentence into text and code. Only backticks of this program mark code. */
export const splitSentence = (sentence: Sentence): { text: string; isCode: boolean }[] =>
  [sentence].flat().flatMap((part: Part) => {
    if (typeof part === 'string') return { text: part, isCode: false };
    if ('code' in part) return { text: part.code, isCode: true };
    return part.markup.split('`').map((text, index) => ({ text, isCode: index % 2 === 1 }));
  });

export const plainText = (sentence: Sentence): string =>
  [sentence]
    .flat()
    .map((part: Part) => (typeof part === 'string' ? part : 'code' in part ? part.code : part.markup))
    .join('');

export const joinSentences = (...sentences: readonly Sentence[]): Sentence => sentences.flat();

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
export function limitRows(table: Table, maximum: number, advice: Sentence): Table {
  const rows = [...table.rows];
  if (table.isUnlimited || rows.length <= maximum) return table;
  const note = joinSentences(`The first ${maximum} of ${formatCount(rows.length)} rows. `, advice);
  return {
    ...table,
    note: table.note === undefined ? note : joinSentences(table.note, ' ', note),
    rows: rows.slice(0, maximum),
  };
}

/** Adds the number of rows to the heading. Returns no table when there are no rows. */
export const counted = (table: Table & { rows: readonly Row[] }): Table[] =>
  table.rows.length === 0
    ? []
    : [{ ...table, heading: `${table.heading}: ${formatCount(table.rows.length)}` }];

/** Adds the number of findings to the heading. Returns no group when there are no findings. */
export const countedGroup = (group: FindingGroup): FindingGroup[] =>
  group.findings.length === 0 ? [] : [{ ...group, heading: `${group.heading} (${group.findings.length})` }];

/** Adds the number of items to the heading. Returns no list when there are no items. */
export const countedList = (list: List, count = list.items.length): List[] =>
  count === 0 ? [] : [{ ...list, heading: `${list.heading} (${count})` }];
