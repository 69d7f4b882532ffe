// The demo activity: the creation of each demo record of the inventory, the history of each record of planned
// operations, and the entries of the contract's examples about other records.
import type { ActivityRow } from '../../server/audit/chain';
import { type Activity, type ActivityEntry, changesOf } from '../../server/audit/entry';
import { contractDocument, operationsOf } from '../../contract/document';
import type { Fields } from '../../contract/record-model';
import { COLLECTIONS, IMPORT_COLLECTIONS } from '../../server/import/collections';
import type { CollectionName, RecordOf, RecordRow } from '../record-table';
import { demoData, demoId, demoOrganization } from './demo-data';
import { OPERATOR, type People, type Step, historyOf, pastEntry, byTime, unchained } from './histories';

function documentedEntries(): ActivityEntry[] {
  const pages = operationsOf(contractDocument)
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

function histories(rows: readonly RecordRow[], documented: readonly ActivityEntry[]): ActivityRow[] {
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
    const changes = documented.filter(
      ({ resourceType, resourceId, operation }) =>
        resourceType === 'task' && resourceId === record.id && operation === 'updated',
    );
    return historyOf(collection, record, people, changes.map(toStep));
  });
}

/** Kinds whose entries are those of examples: of deleted assets, and of keys. */
const DOCUMENTED = ['cyber-asset', 'api-key'];

/** Returns the demo log, oldest entry first. `rows`: the records of planned operations. */
export function demoActivity(rows: readonly RecordRow[]): ActivityRow[] {
  const documented = documentedEntries();
  const others = documented.filter(({ resourceType }) => DOCUMENTED.includes(resourceType));
  const hasCreation = new Set(
    documented.filter(({ operation }) => operation === 'created').map(({ resourceId }) => resourceId),
  );
  const { id, slug, name } = demoOrganization;
  const organization = creation('organization', id, slug, changesOf(['slug', 'name'], {}, { slug, name }));
  const inventory = COLLECTIONS.flatMap((collection) =>
    demoData[collection]
      .filter((record) => !hasCreation.has(record.id))
      .map((record) => {
        const { resourceType, columns } = IMPORT_COLLECTIONS[collection];
        return creation(resourceType, record.id, record.name, changesOf(columns, {}, { ...record }));
      }),
  );
  const shown = others.map((entry) => unchained(entry, entry, entry));
  return [organization, ...[...inventory, ...shown, ...histories(rows, documented)].sort(byTime)];
}
