// Tables of rows that a sync does not apply, for plans and receipts.
import { type Table, counted } from '../../base/report/report';
import { groupBy } from '../../base/group-by';
import { countOf } from '../../base/text';
import { type FileFault, faultText } from '../errors';
import type { Plan } from './plan-file';
import type { PossibleRename } from './possible-renames';
import { placeText } from '../source/row';
import type { RowFault } from '../source/translate';

/** Rows that cannot be synced. */
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
  return `; ${countOf(others.length, 'other row')}${others.length > MAX_FIRST ? ', first' : ''}: ${first}`;
}

/** Returns the rows that cannot be synced as lines, one for each message: file, line, row, key and other rows. */
export const rowFaultLines = (file: string, problems: Problems): string[] =>
  byMessage(problems).map((group) => {
    const [{ line, row, key, message }] = group as [RowFault];
    const fault: FileFault = {
      file,
      ...(line > 0 ? { line } : {}),
      message:
        (row === undefined ? '' : `row ${row}: `) +
        message +
        (key === undefined ? '' : ` (key ${key})`) +
        othersText(group),
    };
    return faultText(fault);
  });

/** Returns the rows that cannot be synced as a table. */
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

/** `note`: why the assets were kept. */
export const keptTables = (kept: Plan['kept'], note: string): Table[] =>
  counted({
    heading: 'No longer in the source, kept',
    note,
    columns: ['Asset', 'Id', 'Key'],
    rows: kept.map(({ id, name, key }) => [name, id, key]),
  });
