// The demo activity: the creation of each demo record of the inventory, and the entries of the contract's
// examples.
import { createHash } from 'node:crypto';
import type { AuditEvent } from '../../server/audit/append';
import { type ActivityEntry, changesOf } from '../../server/audit/entry';
import { contractDocument, operationsOf } from '../../contract/document';
import { COLLECTIONS, IMPORT_COLLECTIONS } from '../../server/import/collections';
import { demoData, demoOrganization } from './demo-data';
import { demoId } from './demo-id';
import { typeIdOf } from '../ids';

function documentedEntries(): ActivityEntry[] {
  const pages = operationsOf(contractDocument)
    .filter(({ operationId }) => ['listActivityLogs', 'getActivityLogsByEntity'].includes(operationId))
    .flatMap(({ responses }) => Object.values(responses['200']!.content!['application/json']!.examples!))
    .flatMap(({ value }) => (value as { data: ActivityEntry[] }).data);
  // What time changed depends on the clock of a world: it is added when a world begins.
  const timeless = pages.filter(({ actorType }) => actorType !== 'system');
  return [...new Map(timeless.map((entry) => [entry.id, entry])).values()];
}

/** `name`: the text from which the record's id was derived. */
function creation(
  resourceType: ActivityEntry['resourceType'],
  id: string,
  name: string,
  changes: ActivityEntry['changes'],
): ActivityEntry {
  const { createdAt } = demoId(id.split('_')[0]!, name);
  return {
    id: typeIdOf('act', createdAt.getTime(), createHash('sha256').update(id).digest().subarray(0, 16)),
    occurredAt: createdAt.toISOString(),
    actorType: 'operator',
    actorId: 'sandbox',
    operation: 'created',
    resourceType,
    resourceId: id,
    description: `Created ${name}.`,
    changes,
    requestId: null,
  };
}

/** Returns the demo events, oldest first. */
export function demoEvents(): AuditEvent[] {
  const documented = documentedEntries();
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
  const entries = [...inventory, ...documented].sort((one, other) =>
    one.occurredAt < other.occurredAt ? -1 : 1,
  );
  return [organization, ...entries].map(
    ({
      id: entryId,
      occurredAt,
      actorType,
      actorId,
      requestId,
      sourceAddress = null,
      userAgent = null,
      ...activity
    }) => ({
      organization: id,
      actor: { actorType, actorId, requestId, sourceAddress, userAgent },
      activity,
      past: { id: entryId, occurredAt },
    }),
  );
}
