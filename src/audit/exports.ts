// Records exports of lists in the log, so that a reader of the log knows of each copy.
import type { Database } from '../database/database';
import type { OrganizationId } from '../organizations/organization';
import { scopeOf } from '../users/authorization';
import { type Log, compileSelectHead, recordBy } from './append';
import type { Activity, Actor } from './entry';

/** The contract's limit of `description`. */
const MAX_CHARACTERS = 2000;

export interface ExportedList {
  /** For example `the activity`. */
  list: string;
  format: string;
  /** The values of the filter that the actor gave, by their names. */
  filter: Readonly<Record<string, string | undefined>>;
}

/**
 * Returns the sequence of the entry. An export of the log ends before it, so that the log does not grow while it
 * is read.
 */
export type RecordExport = (
  organization: OrganizationId,
  by: Actor,
  exported: ExportedList,
) => Promise<number>;

/** Returns for example `impact rating high; facility Cedar`; empty without a filter. */
export const filterInWords = (filter: ExportedList['filter']): string =>
  Object.entries(filter)
    .flatMap(([name, value]) => (value ? [`${name} ${value}`] : []))
    .join('; ');

function activityOf(organization: OrganizationId, { list, format, filter }: ExportedList): Activity {
  const only = filterInWords(filter);
  return {
    operation: 'exported',
    resourceType: 'organization',
    resourceId: organization,
    description: `Exported ${list} as ${format}${only && ` (${only})`}.`.slice(0, MAX_CHARACTERS),
    changes: [],
  };
}

export function createRecordExport(database: Database, log: Log): RecordExport {
  const selectHead = compileSelectHead(database);
  return (organization, by, exported) =>
    database.write(scopeOf(organization, by), async (transaction) => {
      const [head] = await transaction.all(selectHead, { organization });
      await recordBy(log, by)(transaction, organization, [activityOf(organization, exported)]);
      return (head?.sequence ?? 0) + 1;
    });
}
