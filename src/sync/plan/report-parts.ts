// Parts of the reports of plans and receipts: facts of the plan, tables of rows, and changes in words.
import type {
  AssetFields,
  KeptAsset,
  Plan,
  PlannedChange,
  PossibleRename,
  Rating,
  Receipt,
  RowCounts,
  RowFault,
  SystemName,
} from '../../../generated/files';
import { type Fact, type Sentence, type Table, counted, listFacts } from '../../base/report/report';
import { groupBy } from '../../base/values';
import { pluralize, formatCount } from '../../base/text';
import { faultText } from '../errors';
import { countLeftOut, placeText } from '../source/row';
import { RATINGS } from '../inventory/inventory';
import { isMove, isReclassification, isRename } from './change';

export type Problems = Pick<Plan, 'faults' | 'conflicts'>;

const byPlace = (one: RowFault, other: RowFault): number =>
  one.line - other.line || (one.row ?? 0) - (other.row ?? 0);

const sorted = ({ faults, conflicts }: Problems): RowFault[] => [...faults, ...conflicts].sort(byPlace);

/** Rows with one message: a wrong column or a missing system has thousands of them. */
const byMessage = (problems: Problems): RowFault[][] => [
  ...groupBy(sorted(problems), ({ message }) => message).values(),
];

const MAX_FIRST = 3;

/** Returns how many further rows have the message of the first one, and the first of them. Empty for one row. */
function othersText([, ...others]: RowFault[]): string {
  if (others.length === 0) return '';
  const first = others.slice(0, MAX_FIRST).map(placeText).join(', ');
  return `; ${pluralize(others.length, 'other row')}${others.length > MAX_FIRST ? ', first' : ''}: ${first}`;
}

/** Returns the rows that cannot be synced as lines, one for each message: file, line, row, key and other rows. */
export const rowFaultLines = (file: string, problems: Problems): string[] =>
  byMessage(problems).map((group) => {
    const [{ line, row, key, message }] = group as [RowFault];
    const before = row === undefined ? '' : `row ${row}: `;
    const after = key === undefined ? '' : ` (key ${key})`;
    const text = `${before}${message}${after}${othersText(group)}`;
    return faultText({ file, line: line > 0 ? line : undefined, message: text });
  });

export const notSyncedTables = (problems: Problems): Table[] =>
  counted({
    heading: 'Rows not synced',
    columns: ['Row', 'Key', 'Reason'],
    rows: sorted(problems).map((fault) => [
      fault.line > 0 ? placeText(fault) : '',
      fault.key ?? '',
      fault.message,
    ]),
  });

export const possibleRenameTables = (renames: readonly PossibleRename[]): Table[] =>
  counted({
    heading: 'Possible renames, not applied',
    note: 'To create all of these rows, pass --create-possible-renames.',
    columns: ['Name', 'Key', 'Line', 'Asset', 'Decision'],
    rows: renames.map(({ key, line, name, id, current }) => [
      name,
      key,
      String(line),
      `${current} (${id})`,
      [`To rename ${current}, pass --pair ${JSON.stringify(`${key}=${id}`)}.`],
    ]),
  });

export const assetTables = (
  heading: string,
  note: Sentence,
  assets: readonly Pick<KeptAsset, 'id' | 'name' | 'key'>[],
): Table[] =>
  counted({
    heading,
    note,
    columns: ['Asset', 'Id', 'Key'],
    rows: assets.map(({ id, name, key }) => [name, id, key]),
  });

export const keptTables = (kept: readonly KeptAsset[], note: Sentence): Table[] =>
  assetTables('No longer in the source, kept', note, kept);

/** Counts the rows of a source that a plan or a receipt leaves. */
export const getNotSynced = ({ faults, conflicts, possible_renames }: Receipt['not_synced']): number =>
  faults.length + conflicts.length + possible_renames.length;

export function rowsText({ read, taken, left_out: leftOut, not_synced: notSynced }: RowCounts): string {
  const [all, used, out, rest] = [read, taken, countLeftOut(leftOut), notSynced].map(formatCount);
  return `${all} read, ${used} taken, ${out} left out, ${rest} not synced`;
}

type Subject = Pick<Plan, 'server' | 'organization' | 'source' | 'scope' | 'approval'>;

export const approvalFacts = ({ approval }: Subject): Fact[] =>
  listFacts({ Change: approval?.change, Approver: approval?.approver });

export const planFacts = ({ server, organization, source, scope }: Subject): Fact[] =>
  listFacts({
    Server: server,
    Organization: organization ?? undefined,
    Source: `${source.name}, ${source.file}`,
    'SHA-256 of the source': source.digest,
    'Rows of the source': source.rows && rowsText(source.rows),
    'SHA-256 of the map': source.map?.digest,
    Scope: scope.join(', ') || 'everything',
  });

export function leftOutTables(rows: RowCounts | undefined): Table[] {
  if (!rows || rows.left_out.length === 0) return [];
  return [
    {
      heading: 'Rows left out',
      columns: ['Reason', 'Rows'],
      rows: rows.left_out.map(({ reason, rows: count }) => [reason, formatCount(count)]),
    },
  ];
}

export type SystemNames = Readonly<Record<string, SystemName>>;

/** Returns the words for a change, the change of an impact rating first. */
export function formatChange(change: PlannedChange, systems: SystemNames): string[] {
  const place = ({ cyber_system_id: id }: AssetFields, rating: Rating): string => {
    const name = systems[id];
    return name ? `${name.name} of ${name.site} (${id}, ${rating})` : `${id} (${rating})`;
  };
  const note = change.note === undefined ? [] : [`Note: ${change.note}`];
  if (change.operation === 'create')
    return [`Create ${change.after.asset_type} in ${place(change.after, change.rating.after)}`, ...note];
  if (change.operation === 'delete')
    return [`Delete ${change.before.asset_type} from ${place(change.before, change.rating.before)}`, ...note];
  const { before, after, rating } = change;
  return [
    ...(isReclassification(change)
      ? [`Change the impact rating from ${rating.before} to ${rating.after}`]
      : []),
    ...(isMove(change) ? [`Move from ${place(before, rating.before)} to ${place(after, rating.after)}`] : []),
    ...(isRename(change) ? [`Rename from ${before.name} to ${after.name}`] : []),
    ...(before.asset_type === after.asset_type
      ? []
      : [`Change the type from ${before.asset_type} to ${after.asset_type}`]),
    ...note,
  ];
}

/** Returns the name of the asset, as it is before a change of its name. */
export const formatName = (change: PlannedChange): string =>
  change.operation === 'create' ? change.after.name : change.before.name;

/** Counts changed assets by their impact rating before (rows) and after (columns). Returns no table without changes. */
export function ratingTables(heading: string, changes: readonly PlannedChange[]): Table[] {
  if (changes.length === 0) return [];
  const counts = new Map<string, number>();
  for (const change of changes) {
    const rating: { before?: Rating; after?: Rating } = change.rating;
    const cell = `${rating.before ?? 'new'} ${rating.after ?? 'deleted'}`;
    counts.set(cell, (counts.get(cell) ?? 0) + 1);
  }
  const columns = [...RATINGS, 'deleted'];
  const rows = ['new', ...RATINGS].map((row) => [
    row,
    ...columns.map((column) => String(counts.get(`${row} ${column}`) ?? 0)),
  ]);
  return [{ heading, columns: ['Before → after', ...columns], rows }];
}
