// The demo activity: the creation of each demo record of the inventory, the history of each record of planned
// operations, and the entries of the contract's examples about other records. A world adds what time brought before it began,
// and the sending of invitations, whose tokens would have expired otherwise.
import type { ActivityRow } from '../../server/audit/chain';
import { type Activity, type ActivityEntry, listChanges, SYSTEM } from '../../server/audit/entry';
import { contractDocument, listOperations } from '../../contract/document';
import type { Fields } from '../../contract/record-model';
import { COLLECTIONS, IMPORT_COLLECTIONS } from '../../server/import/collections';
import { demoData, demoId, demoOrganization } from './demo-data';
import type { DemoRow } from './records';
import {
  OPERATOR,
  getAddress,
  type People,
  type Step,
  createHistory,
  pastEntry,
  byTime,
  unchained,
  changeEntry,
  createdEntry,
} from './histories';
import { sent } from '../../server/operations/invitations';
import { signInRejected, signedIn } from '../../server/users/user-activity';
import { type Stored, turnsBetween, updatedInstance } from '../../server/records/time';
import { type CollectionName, MARK, type RecordOf, TURNING } from '../../server/records/views';

function documentedEntries(): ActivityEntry[] {
  const pages = listOperations(contractDocument)
    .filter(({ operationId }) => ['listActivityLogs', 'getActivityLogsByEntity'].includes(operationId))
    .flatMap(({ responses }) => Object.values(responses['200']!.content!['application/json']!.examples!))
    .flatMap(({ value }) => (value as { data: ActivityEntry[] }).data);
  return [...new Map(pages.map((entry) => [entry.id, entry])).values()];
}

/** `name`: the text from which the record's id was derived. */
function creation(
  resourceType: Activity['resourceType'],
  id: string,
  name: string,
  changes: Activity['changes'],
): ActivityRow {
  const at = demoId(id.split('_')[0]!, name).createdAt.toISOString();
  const description = `Created ${name}.`;
  return pastEntry(at, OPERATOR, {
    operation: 'created',
    resourceType,
    resourceId: id,
    description,
    changes,
  });
}

/** The last change of a task is in an example only. */
const toStep = ({ occurredAt: at, actorId: by, changes }: ActivityEntry): Step => ({
  ...{ at, by },
  sets: Object.fromEntries(changes.map(({ field, after }) => [field, after])),
  from: Object.fromEntries(changes.map(({ field, before }) => [field, before])),
});

function histories(rows: readonly DemoRow[], documented: readonly ActivityEntry[]): ActivityRow[] {
  const records = rows.map(({ collection, record }) => ({
    collection,
    record: JSON.parse(record) as Fields,
  }));
  const all = <Name extends CollectionName>(name: Name) =>
    records
      .filter(({ collection }) => collection === name)
      .map(({ record }) => record as unknown as RecordOf<Name>);
  const people: People = {
    find: (name, id) => all(name).find((each) => each.id === id)!,
    manager: all('User').find(({ role }) => role === 'organization_admin')!.id,
    approver: all('CipSeniorManagerAssignment')[0]!.userId,
    invited: new Set(all('Invitation').flatMap(({ userId }) => userId ?? [])),
  };
  return records.flatMap(({ collection, record }) => {
    if (collection === 'TaskInstance') {
      const open = { ...record, status: 'open', completedAt: null };
      const activity = updatedInstance(people.find('Task', record.parentTaskId), open, record);
      return pastEntry(String(record.completedAt), people.manager, activity);
    }
    const changes = documented.filter(
      ({ resourceType, resourceId, operation }) =>
        resourceType === 'task' && resourceId === record.id && operation === 'updated',
    );
    return createHistory(collection, record, people, changes.map(toStep));
  });
}

/** Kinds whose entries are those of examples: of deleted assets, and of keys. */
const DOCUMENTED = ['cyber-asset', 'api-key'];

/** Returns the demo log, oldest entry first. `rows`: the records of planned operations. */
export function demoActivity(rows: readonly DemoRow[]): ActivityRow[] {
  const documented = documentedEntries();
  const others = documented.filter(({ resourceType }) => DOCUMENTED.includes(resourceType));
  const hasCreation = new Set(
    documented.filter(({ operation }) => operation === 'created').map(({ resourceId }) => resourceId),
  );
  const { id, slug, name } = demoOrganization;
  const organization = creation('organization', id, slug, listChanges(['slug', 'name'], {}, { slug, name }));
  const inventory = COLLECTIONS.flatMap((collection) =>
    demoData()
      [collection].filter((record) => !hasCreation.has(record.id))
      .map((record) => {
        const { resourceType, columns } = IMPORT_COLLECTIONS[collection];
        return creation(resourceType, record.id, record.name, listChanges(columns, {}, { ...record }));
      }),
  );
  const shown = others.map((entry) => unchained(entry, entry, entry));
  const entries = [...inventory, ...shown, ...histories(rows, documented)].sort(byTime);
  const inExamples = documented.map(({ actorId }) => actorId);
  return [organization, ...[...entries, ...signIns(rows, entries, inExamples)].sort(byTime)];
}

const MINUTE = 60_000;

/**
 * Returns the sign-ins before the first acts of users: the first of them tried an expired key before. `except`: users
 * whose log the contract's examples show.
 */
function signIns(
  rows: readonly DemoRow[],
  entries: readonly ActivityRow[],
  except: readonly string[],
): ActivityRow[] {
  const users = rows
    .filter(({ collection, id }) => collection === 'User' && !except.includes(id))
    .map(({ record }) => JSON.parse(record) as RecordOf<'User'>);
  const acts = users.flatMap((user) => {
    const joined = Date.parse(user.createdAt);
    const times = entries
      .filter(({ actor_id: by, resource_id }) => by === user.id && resource_id !== user.id)
      .map((act) => Date.parse(act.occurred_at));
    const at = times.find((time) => time > joined + 2 * MINUTE) ?? joined + 3 * MINUTE;
    return times.length === 0 ? [] : [{ user, at }];
  });
  return acts.flatMap(({ user, at }, index) => {
    const entry = (minutes: number, activity: Activity): ActivityRow =>
      pastEntry(new Date(at - minutes * MINUTE).toISOString(), user.id, activity);
    const client = { address: getAddress(user.id) };
    const accepted = entry(1, signedIn(user, 'an API key', client));
    return index === 0
      ? [entry(2, signInRejected(user, 'the API key has expired', client)), accepted]
      : [accepted];
  });
}

type Content = Record<'sandbox_records' | 'activity', Fields[]>;

/** Sends pending invitations: again, or for the first time in a world whose clock shows an earlier day. */
function sendAgain(rows: Fields[], now: Date): { records: Fields[]; entries: ActivityRow[] } {
  const entries: ActivityRow[] = [];
  const records = rows.map((row) => {
    const record = row.collection === 'Invitation' ? (JSON.parse(String(row.record)) as Fields) : {};
    if (record.status !== 'pending') return row;
    const [at, by, sets] = [now.toISOString(), String(record.invitedBy), sent(now)];
    const sentNow = { ...record, ...sets };
    const isAgain = String(record.createdAt) < at;
    entries.push(
      isAgain
        ? changeEntry('Invitation', record, { at, by, sets })
        : createdEntry('Invitation', sentNow, by)!,
    );
    return { ...row, record: JSON.stringify(sentNow) };
  });
  return { records, entries };
}

/** Adds the entries of a world's past to its content, which it changes, and the mark up to which the log has them. */
export async function withPassedTime<Snapshot extends Content>(
  snapshot: Snapshot,
  now: Date,
): Promise<Snapshot> {
  const stored: Stored = Object.fromEntries(TURNING.map((name) => [name, []])); // its order is that of the log
  for (const { collection, record, deleted } of snapshot.sandbox_records)
    if (deleted === 0) stored[String(collection)]?.push(JSON.parse(String(record)) as Fields);
  const turns = await turnsBetween(stored, 0, now.getTime());
  const { records, entries } = sendAgain(snapshot.sandbox_records, now);
  const rows = [
    ...(snapshot.activity as unknown as ActivityRow[]),
    ...turns.map(({ at, activity }) => pastEntry(new Date(at).toISOString(), SYSTEM.actorId, activity)),
    ...entries,
  ];
  const activity = [...new Map(rows.map((row) => [row.id, row])).values()] // a creation may have another content
    .sort(byTime);
  activity.forEach((row, index) => (row.sequence = index + 1));
  const mark = { id: MARK.id, began: now.toISOString(), until: now.getTime(), $sequence: 1 };
  const marked = { ...MARK, sequence: 1, record: JSON.stringify(mark), deleted: 0 };
  return { ...snapshot, activity, sandbox_records: [...records, marked] };
}
