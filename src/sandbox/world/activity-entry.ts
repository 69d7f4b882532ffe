// The activity of a change of a record, in the shape of the contract's ActivityLogEntry. Pure.
import type { Activity } from '../../audit/entry';
import { contractDocument } from '../../contract/document';
import { type Fields, type Model, isObject } from './model';
import { wordsOf } from './rejections';

/** What an operation says of its change beyond the changed fields. */
export type ActivityNote = Partial<Pick<Activity, 'operation' | 'description'>>;

const { ActivityResourceType } = contractDocument.components['schemas'] as Record<string, { enum: string[] }>;
const RESOURCE_TYPES = new Set(ActivityResourceType!.enum);

/** Of a record itself, not of its content. */
const UNLOGGED = ['id', 'createdAt', 'updatedAt', 'created_at', 'updated_at', 'organization_slug'];
const MAX_CHARACTERS = 2000;

type Value = Activity['changes'][number]['after'];

function valueOf(value: unknown): Value {
  if (Array.isArray(value))
    return value.map((each) =>
      String(isObject(each) ? (each['name'] ?? each['fileName'] ?? each['title']) : each),
    );
  return typeof value === 'string' ? value.slice(0, MAX_CHARACTERS) : ((value ?? null) as Value);
}

export const labelOf = (record: Fields): string =>
  String(record['title'] ?? record['name'] ?? record['email'] ?? record['id']);

/** Returns undefined for a kind of record that the activity log does not have. */
export function activityOf(
  model: Model,
  collection: string,
  before: Fields | undefined,
  after: Fields | undefined,
  { operation = before ? (after ? 'updated' : 'deleted') : 'created', description }: ActivityNote = {},
): Activity | undefined {
  const kind = wordsOf(collection).toLowerCase();
  const resourceType = kind.replaceAll(' ', '-');
  if (!RESOURCE_TYPES.has(resourceType)) return undefined;
  const fields = Object.keys(model.shapeOf(model.schemaOf(collection)).properties);
  const changes = fields
    .filter((field) => !UNLOGGED.includes(field))
    .map((field) => ({ field, before: valueOf(before?.[field]), after: valueOf(after?.[field]) }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
  const record = (after ?? before)!;
  const verb = `${operation[0]!.toUpperCase()}${operation.slice(1).replaceAll('_', ' ')}`;
  return {
    operation,
    resourceType: resourceType as Activity['resourceType'],
    resourceId: String(record['id']),
    description: description ?? `${verb} the ${kind} "${labelOf(record)}".`,
    changes,
  };
}
