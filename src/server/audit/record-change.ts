// The activity of a change of a record: the fields that differ, and a sentence. Pure.
import { type Activity, MAX_DESCRIPTION } from './entry';

type Fields = Readonly<Record<string, unknown>>;

/** What an operation says of its change beyond the changed fields. */
export type Note = Partial<Pick<Activity, 'operation' | 'description'>>;

/** Of a record itself, not of its content. */
const UNLOGGED = ['id', 'createdAt', 'updatedAt', 'created_at', 'updated_at', 'organization_slug'];
/** Of a value in a change. */
const MAX_CHARACTERS = 2000;

function nameOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const { name, fileName, title, email, id } = value as Fields;
  return String(name ?? fileName ?? title ?? email ?? id);
}

function valueOf(value: unknown): Activity['changes'][number]['after'] {
  if (Array.isArray(value)) return value.map(nameOf);
  return typeof value === 'string' ? value.slice(0, MAX_CHARACTERS) : ((value ?? null) as null);
}

/** `kind`: the resource type in words. Omit `before` for a creation, and `after` for a deletion. */
export function recordChange(
  kind: string,
  fields: readonly string[],
  before: Fields | undefined,
  after: Fields | undefined,
  { operation = before ? (after ? 'updated' : 'deleted') : 'created', description }: Note = {},
): Activity {
  const record = (after ?? before)!;
  const verb = operation[0]!.toUpperCase() + operation.slice(1).replaceAll('_', ' ');
  return {
    operation,
    resourceType: kind.replaceAll(' ', '-') as Activity['resourceType'],
    resourceId: record.id as string,
    description: (description ?? `${verb} the ${kind} "${nameOf(record)}".`).slice(0, MAX_DESCRIPTION),
    changes: fields
      .filter((field) => !UNLOGGED.includes(field))
      .map((field) => ({ field, before: valueOf(before?.[field]), after: valueOf(after?.[field]) }))
      .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after)),
  };
}
