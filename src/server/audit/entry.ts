// Entries of the activity log, in the shape of the contract's planned ActivityLogEntry, and their actors.
import { userInfo } from 'node:os';
import type { components } from '../../../generated/types';
import type { Caller, RequestOrigin } from '../../contract/handler';
import type { OrganizationId } from '../../base/organization';
import type { Scope } from '../../database/statement';

export type ActivityEntry = components['schemas']['ActivityLogEntry'];

/** The API key, user or operator that makes a change. */
export type Actor = Pick<
  ActivityEntry,
  'actorType' | 'actorId' | 'requestId' | 'sourceAddress' | 'userAgent'
> & {
  /** The key that acts for the user. */
  keyId?: string | null;
};

/** The change of one resource by an actor. */
export type Activity = Pick<
  ActivityEntry,
  'operation' | 'resourceType' | 'resourceId' | 'description' | 'changes'
>;

/** The fields that name a record. */
export const NAME_FIELDS = ['name', 'label', 'email', 'title'];

type Fields = Readonly<Record<string, string | null | undefined>>;

/** Returns the fields that differ. Omit `before` for a creation, and `after` for a deletion. */
export const listChanges = (
  fields: readonly string[],
  before: Fields = {},
  after: Fields = {},
): ActivityEntry['changes'] =>
  fields.flatMap((field) => {
    const change = { field, before: before[field] ?? null, after: after[field] ?? null };
    return change.before === change.after ? [] : [change];
  });

export const createEntry = (
  resourceType: Activity['resourceType'],
  resourceId: string,
  operation: Activity['operation'],
  description: string,
  changes: Activity['changes'] = [],
): Activity => ({ operation, resourceType, resourceId, description, changes });

const ofRequest = ({ requestId, address, userAgent }: RequestOrigin) => ({
  requestId,
  sourceAddress: address || null,
  userAgent: userAgent ?? null,
});

/** Names the user for whom the key acts, with the key, or else the key alone. */
export const byCaller = ({ keyId, userId, ...origin }: Caller): Actor =>
  userId === undefined
    ? { actorType: 'api_key', actorId: keyId, ...ofRequest(origin) }
    : { ...byUser(userId, origin), keyId };

export const byUser = (user: string, origin: RequestOrigin): Actor => ({
  actorType: 'user',
  actorId: user,
  ...ofRequest(origin),
});

export const byOperator = (account: string): Actor => ({
  actorType: 'operator',
  actorId: account,
  requestId: null,
});

/** Returns the database scope of an actor's change: the organization and, if given, one user. */
export const toScope = (organization: OrganizationId, by: Actor, user?: string): Scope =>
  by.actorType === 'operator'
    ? { organization, by: 'operator' }
    : { organization, by: 'settings', ...(user === undefined ? {} : { holder: user }) };

/** Makes the changes that time brings. */
export const SYSTEM: Actor = { actorType: 'system', actorId: 'system', requestId: null };

/** The contract's limit of `description`. */
export const MAX_DESCRIPTION = 2000;

/** The contract's limit of `actorId`. */
const MAX_ACTOR_CHARACTERS = 128;

/** Returns the operating system's account, which does not depend on environment variables. */
export function accountName(): string {
  try {
    return [...userInfo().username].slice(0, MAX_ACTOR_CHARACTERS).join('');
  } catch {
    return `uid ${process.getuid?.()}`; // a container may run with a user id that has no name
  }
}

/** A record of any resource. */
type AnyRecord = Readonly<Record<string, unknown>>;

/** The words of an operation for its change, beyond the changed fields. */
export type Note = Partial<Pick<Activity, 'operation' | 'description'>>;

/** Of a record itself, not of its content. */
const UNLOGGED = ['id', 'createdAt', 'updatedAt', 'created_at', 'updated_at', 'organization_slug'];
/** Of a value in a change. */
const MAX_VALUE_CHARACTERS = 2000;

function toName(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const { name, fileName, title, email, id } = value as AnyRecord;
  return String(name ?? fileName ?? title ?? email ?? id);
}

function toValue(value: unknown): Activity['changes'][number]['after'] {
  if (Array.isArray(value)) return value.map(toName);
  return typeof value === 'string' ? value.slice(0, MAX_VALUE_CHARACTERS) : ((value ?? null) as null);
}

/** `kind`: the resource type in words. Omit `before` for a creation, and `after` for a deletion. */
export function recordChange(
  kind: string,
  fields: readonly string[],
  before: AnyRecord | undefined,
  after: AnyRecord | undefined,
  { operation = before ? (after ? 'updated' : 'deleted') : 'created', description }: Note = {},
): Activity {
  const record = (after ?? before)!;
  const verb = operation[0]!.toUpperCase() + operation.slice(1).replaceAll('_', ' ');
  return {
    operation,
    resourceType: kind.replaceAll(' ', '-') as Activity['resourceType'],
    resourceId: record.id as string,
    description: (description ?? `${verb} the ${kind} "${toName(record)}".`).slice(0, MAX_DESCRIPTION),
    changes: fields
      .filter((field) => !UNLOGGED.includes(field))
      .map((field) => ({ field, before: toValue(before?.[field]), after: toValue(after?.[field]) }))
      .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after)),
  };
}
