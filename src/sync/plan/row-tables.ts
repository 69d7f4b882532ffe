// Tables of rows that a sync does not apply, for plans and receipts.
import { type Table, counted } from '../../base/report/report';
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

/** Returns the rows that cannot be synced as lines: file, line, row and key. */
export const rowFaultLines = (file: string, problems: Problems): string[] =>
  sorted(problems).map(({ line, row, key, message }) => {
    const fault: FileFault = {
      file,
      ...(line > 0 ? { line } : {}),
      message:
        (row === undefined ? '' : `row ${row}: `) + message + (key === undefined ? '' : ` (key ${key})`),
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
