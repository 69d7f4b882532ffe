// The operations of a document as a caller sees them: nothing inherited is left out, nothing of how the document is written is left in.
import { under } from '../contract/pointer';
import {
  type EffectiveBody,
  effectiveBody,
  type EffectiveResponse,
  effectiveResponses,
} from './effective-content';
import { type EffectiveParameter, effectiveParameters } from './effective-parameters';
import { type EffectiveSecurity, effectiveSecurity } from './effective-security';
import { type EffectiveServers, effectiveServers } from './effective-servers';
import { dateText, isDate } from './dates';
import { isObject, type JsonObject, objectOr, textOr } from './json';
import { type Located, settledBelow, type DocumentSource } from './source';

export interface EffectiveOperation {
  /** Method and path without the names of parameters: `GET /assets/{}`. */
  identity: string;
  operationId: string | null;
  method: string;
  path: string;
  availability: 'available' | 'planned';
  /** Whether the document says so; without a word an operation is available. */
  isAvailabilityStated: boolean;
  deprecated: boolean;
  /** `x-sunset` as a date, where it is one. */
  sunset: string | null;
  servers: EffectiveServers;
  security: EffectiveSecurity;
  parameters: Map<string, EffectiveParameter>;
  body: EffectiveBody | undefined;
  responses: Map<string, EffectiveResponse>;
  callbacks: Map<string, Located>;
  pointer: string;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

export const eraseNames = (path: string): string => path.replaceAll(/\{[^{}]*\}/g, '{}');

function dateOf(value: unknown): string | null {
  const date = dateText(value)?.match(/^\d{4}-\d\d-\d\d/)?.[0];
  return date !== undefined && isDate(date) ? date : null;
}

function read(
  source: DocumentSource,
  path: string,
  method: string,
  pathItem: Located,
  operation: Located,
): EffectiveOperation {
  const authored = operation.value as JsonObject;
  const availability = authored['x-availability'];
  return {
    identity: `${method.toUpperCase()} ${eraseNames(path)}`,
    operationId: textOr(authored['operationId']) ?? null,
    method: method.toUpperCase(),
    path,
    availability: availability === 'planned' ? 'planned' : 'available',
    isAvailabilityStated: availability === 'available' || availability === 'planned',
    deprecated: authored['deprecated'] === true,
    sunset: dateOf(authored['x-sunset']),
    servers: effectiveServers(source, pathItem, operation),
    security: effectiveSecurity(source, authored, operation.pointer),
    parameters: effectiveParameters(source, path, pathItem, operation),
    body: effectiveBody(source, operation),
    responses: effectiveResponses(source, operation),
    callbacks: settledBelow(source, operation, 'callbacks'),
    pointer: operation.pointer,
  };
}

/** @throws ReviewError for a reference that leads nowhere. */
export function effectiveOperations(source: DocumentSource): Map<string, EffectiveOperation> {
  const operations = new Map<string, EffectiveOperation>();
  for (const [path, value] of Object.entries(objectOr(source.document['paths']))) {
    if (!path.startsWith('/')) continue;
    const own = under('', 'paths', path);
    const target = source.settle(value, own);
    // 3.1 lets a path add to what it refers to.
    const pathItem =
      target.pointer === own
        ? target
        : { value: { ...objectOr(target.value), ...objectOr(value) }, pointer: target.pointer };
    for (const method of METHODS) {
      const operation = objectOr(pathItem.value)[method];
      if (!isObject(operation)) continue;
      const effective = read(source, path, method, pathItem, {
        value: operation,
        pointer: under(pathItem.pointer, method),
      });
      if (!operations.has(effective.identity)) operations.set(effective.identity, effective);
    }
  }
  return operations;
}
