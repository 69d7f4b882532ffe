// The activity of a change of a record, in the shape of the contract's ActivityLogEntry. Pure.
import type { Activity } from '../../audit/entry';
import { contractDocument } from '../../contract/document';
import type { Note } from './behavior';
import type { Fields } from './collections';
import { type Model, isObject } from './model';
import { wordsOf } from './rules';

const { ActivityResourceType } = contractDocument.components.schemas as Record<string, { enum: string[] }>;

/** Of a record itself, not of its content. */
const UNLOGGED = ['id', 'createdAt', 'updatedAt', 'created_at', 'updated_at', 'organization_slug'];
const MAX_CHARACTERS = 2000;

const nameOf = (value: unknown): string =>
  String(isObject(value) ? (value.name ?? value.fileName ?? value.title) : value);

function valueOf(value: unknown): Activity['changes'][number]['after'] {
  if (Array.isArray(value)) return value.map(nameOf);
  return typeof value === 'string' ? value.slice(0, MAX_CHARACTERS) : ((value ?? null) as null);
}

/** Returns undefined for a kind of record that the activity log does not have. */
export function activityOf(
  model: Model,
  collection: string,
  before: Fields | undefined,
  after: Fields | undefined,
  { operation = before ? (after ? 'updated' : 'deleted') : 'created', description }: Note = {},
): Activity | undefined {
  const kind = wordsOf(collection);
  const resourceType = kind.replaceAll(' ', '-') as Activity['resourceType'];
  if (!ActivityResourceType!.enum.includes(resourceType)) return undefined;
  const changes = Object.keys(model.fieldsOf(collection))
    .filter((field) => !UNLOGGED.includes(field))
    .map((field) => ({ field, before: valueOf(before?.[field]), after: valueOf(after?.[field]) }))
    .filter((each) => JSON.stringify(each.before) !== JSON.stringify(each.after));
  const record = (after ?? before)!;
  const verb = operation[0]!.toUpperCase() + operation.slice(1).replaceAll('_', ' ');
  const label = nameOf({ name: record.name ?? record.title ?? record.email ?? record.id });
  return {
    operation,
    resourceType,
    resourceId: String(record.id),
    description: (description ?? `${verb} the ${kind} "${label}".`).slice(0, MAX_CHARACTERS),
    changes,
  };
}
