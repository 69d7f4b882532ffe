// Records exports of lists in the log, so that a reader of the log knows of each copy.
import type { OrganizationId } from '../../base/organization';
import type { Database } from '../../database/database';
import type { Log } from './append';
import { type Activity, type Actor, MAX_DESCRIPTION, entryOf, scopeOf } from './entry';

export interface ExportedList {
  /** For example `the activity`. */
  list: string;
  format: string;
  /** The values of the filter that the actor gave, by their names. */
  filter: Readonly<Record<string, string | undefined>>;
}

/** Returns for example `impact rating high; facility Cedar`; empty without a filter. */
export const filterInWords = (filter: ExportedList['filter']): string =>
  Object.entries(filter)
    .flatMap(([name, value]) => (value ? [`${name} ${value}`] : []))
    .join('; ');

function activityOf(organization: OrganizationId, { list, format, filter }: ExportedList): Activity {
  const only = filterInWords(filter);
  const description = `Exported ${list} as ${format}${only && ` (${only})`}.`.slice(0, MAX_DESCRIPTION);
  return entryOf('organization', organization, 'exported', description);
}

/**
 * Returns the sequence of the entry. An export of the log ends before it, so that the log does not grow while it
 * is read.
 */
export const recordExport = (
  { database, log }: { database: Database; log: Log },
  actor: Actor,
  organization: OrganizationId,
  exported: ExportedList,
): Promise<number> =>
  database.write(scopeOf(organization, actor), async (transaction) => {
    const event = { organization, actor, activity: activityOf(organization, exported) };
    const head = await log.append(transaction, organization, [event]);
    return head!.sequence;
  });
