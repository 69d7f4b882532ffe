// The operations of a document as a caller sees them: references followed, inherited values filled in.
import type { Availability } from '../../contract/document';
import { under } from '../../contract/pointer';
import { asObject, asString } from './json';
import { type Located, type OpenApiDocument, listEntries, getPart } from './document';
import { readDeprecation } from './keywords';
import { readBody, readParameters, readResponses } from './messages';
import { readSecurity } from './security';
import { readServers } from './servers';
import { type Transitions, readTransitions } from './transitions';
import { groupBy, isObject } from '../../base/values';

export type EffectiveOperation = ReturnType<typeof readOperation>;

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

export const eraseParameterNames = (path: string): string => path.replaceAll(/\{[^{}]*\}/g, '{}');

/** The `x-permission` of an operation that every user may call. */
export const NO_PERMISSION = 'none';

type Operations = Map<string, EffectiveOperation>;

/** @throws ReviewError for a reference that cannot be resolved. */
export function readOperations(document: OpenApiDocument): Operations {
  const transitions = readTransitions(document);
  const items = listEntries(document.whole, 'paths').filter(([path]) => path.startsWith('/'));
  return byIdentity(items.flatMap(([path, item]) => getOperations(document, path, item, transitions)));
}

/** Returns the operations of webhooks. Their paths are, for example, `webhook orderPaid`. */
export function readWebhooks(document: OpenApiDocument): Operations {
  const items = listEntries(document.whole, 'webhooks');
  return byIdentity(items.flatMap(([name, item]) => getOperations(document, `webhook ${name}`, item)));
}

/** Returns the operations of the callbacks of an operation. Their paths are, for example, `onPaid {$url}`. */
export function readCallbacks(document: OpenApiDocument, { callbacks }: EffectiveOperation): Operations {
  const all = [...callbacks].flatMap(([name, callback]) =>
    Object.keys(asObject(callback.value))
      .filter((expression) => !expression.startsWith('x-'))
      .flatMap((expression) =>
        getOperations(document, `${name} ${expression}`, getPart(callback, expression)),
      ),
  );
  return byIdentity(all);
}

/** The first of equal identities counts. */
function byIdentity(all: EffectiveOperation[]): Operations {
  const operations: Operations = new Map();
  for (const each of all) if (!operations.has(each.identity)) operations.set(each.identity, each);
  return operations;
}

function getOperations(
  document: OpenApiDocument,
  path: string,
  item: Located,
  transitions = new Map<string, Transitions>(),
): EffectiveOperation[] {
  const target = document.dereference(item);
  // In 3.1 a path item can add fields beside its `$ref`.
  const pathItem = { ...target, value: { ...asObject(target.value), ...asObject(item.value) } };
  const listed = METHODS.map((method): [string, Located] => [method, getPart(pathItem, method)]);
  // 3.2 has other methods.
  return [...listed, ...listEntries(pathItem, 'additionalOperations')]
    .filter(([, { value }]) => isObject(value))
    .map(([method, operation]) => readOperation(document, path, method, pathItem, operation, transitions));
}

function readOperation(
  document: OpenApiDocument,
  path: string,
  method: string,
  pathItem: Located,
  located: Located,
  transitions: Map<string, Transitions>,
) {
  const operation = asObject(located.value);
  const stated = operation['x-availability'];
  const availability: Availability = stated === 'planned' ? 'planned' : 'available';
  const operationId = asString(operation['operationId']) ?? null;
  return {
    /** Method and path without parameter names, for example `GET /assets/{}`. */
    identity: `${method.toUpperCase()} ${path.startsWith('/') ? eraseParameterNames(path) : path}`,
    operationId,
    method: method.toUpperCase(),
    path,
    availability,
    isAvailabilityStated: stated === availability,
    ...readDeprecation(operation),
    /** The permission that the server enforces. */
    permission: asString(operation['x-permission']) ?? NO_PERMISSION,
    servers: readServers(document, pathItem, located),
    security: readSecurity(document, operation, located.pointer),
    parameters: readParameters(document, path, pathItem, located),
    body: readBody(document, located),
    responses: readResponses(document, located),
    callbacks: document.entriesUnder(located, 'callbacks'),
    /** The changes of statuses that it makes. */
    transitions: transitions.get(operationId ?? '') ?? new Map<string, string>(),
    pointer: located.pointer,
  };
}

/** Returns a function that lists the operations that contain or refer to a pointer. */
export function operationsAt(document: OpenApiDocument, operations: EffectiveOperation[]) {
  const referrers = new Map<string, Set<string>>();
  const refer = (target: string, pointer: string): void =>
    void referrers.set(target, (referrers.get(target) ?? new Set()).add(pointer));
  const places = new Map<object, string>();
  const visit = (value: unknown, pointer: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const known = places.get(value);
    // An alias of YAML is a reference too.
    if (known !== undefined) return refer(known, pointer);
    places.set(value, pointer);
    if (isObject(value) && typeof value['$ref'] === 'string')
      refer(decodeURIComponent(value['$ref'].slice(1)), pointer);
    for (const [key, item] of Object.entries(value)) visit(item, under(pointer, key));
  };
  visit(document.root, '');
  /** All targets at or above a pointer, because a reference to a holder includes its parts. */
  const findUsers = (start: string): Set<string> => {
    const found = new Set<string>([start]);
    for (const pointer of found)
      for (let holder = pointer; holder !== ''; holder = holder.slice(0, holder.lastIndexOf('/')))
        for (const referrer of referrers.get(holder) ?? []) found.add(referrer);
    return found;
  };
  const byPointer = groupBy(operations, ({ pointer }) => pointer);
  const byPathItem = groupBy(operations, ({ pointer }) => pointer.slice(0, pointer.lastIndexOf('/')));
  return (pointer: string) => {
    const users = [...findUsers(pointer)].flatMap((user) => {
      const segments = user.split('/');
      const [item, operation] = [segments.slice(0, 3).join('/'), segments.slice(0, 4).join('/')];
      return byPointer.get(operation) ?? byPathItem.get(item) ?? [];
    });
    return [...new Set(users)];
  };
}
