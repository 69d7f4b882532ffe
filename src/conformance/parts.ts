// What of an operation's requests is made up: bodies, header fields, queries and ids, in each case those that hold to the schema and those that do not.
import fc from 'fast-check';
import { type ContractDocument, type Operation, type Parameter, resolve } from '../contract/document';
import { coerce } from '../contract/query';
import type { ContractSchemas } from '../contract/schemas';
import { anyText, headerText, valuesFor } from './arbitrary';
import { brokenBodies } from './mutations';
import type { OwnAssets } from './own-assets';
import { type Values, jsonSchemaOf, missingPath, parametersIn, soundValues } from './requests';

export interface MadeUp {
  what: string;
  values: Partial<Values>;
}

export interface Part {
  kind: string;
  /** What most of `made` is meant to be; whether one is, `holds` says. */
  valid: boolean;
  made: fc.Arbitrary<MadeUp>;
  holds(values: Partial<Values>): boolean;
}

export function partsOf(
  document: ContractDocument,
  schemas: ContractSchemas,
  operation: Operation,
  own: OwnAssets,
): Part[] {
  const accepts = (parameter: Parameter, value: unknown): boolean =>
    schemas.of(parameter.schema)(coerce(String(value), parameter));
  return [
    ...bodyParts(document, schemas, operation, own),
    ...headerParts(operation),
    ...queryParts(document, operation, accepts),
    ...pathParts(document, operation, accepts),
  ];
}

type Accepts = (parameter: Parameter, value: unknown) => boolean;

function bodyParts(
  document: ContractDocument,
  schemas: ContractSchemas,
  operation: Operation,
  own: OwnAssets,
): Part[] {
  const schema = jsonSchemaOf(operation);
  if (!schema) return [];
  const validate = schemas.of(schema);
  const holds = ({ body }: Partial<Values>): boolean => validate(body);
  // Half of the new ones in a system that is there: otherwise all would be refused for the one that is not.
  const bodies = fc.tuple(valuesFor(document, schema), fc.boolean()).map(([body, refers]) => {
    if (operation !== own.create && operation !== own.update) return body;
    return {
      ...named(own, body),
      ...(refers && own.systemId !== undefined && operation === own.create
        ? { cyber_system_id: own.systemId }
        : {}),
    };
  });
  return [
    {
      kind: 'valid bodies',
      valid: true,
      holds,
      made: bodies.map((body) => ({ what: 'a valid body', values: { body } })),
    },
    {
      kind: 'invalid bodies',
      valid: false,
      holds,
      made: brokenBodies(document, schema, bodies).map(({ what, body }) => ({ what, values: { body } })),
    },
  ];
}

const LONGEST_NAME = 255;

/** Made-up names come after ours: whoever finds one that is left over should see whose it is. */
function named(own: OwnAssets, body: unknown): object {
  const { name } = body as { name?: string };
  return {
    ...(body as object),
    ...(name === undefined ? {} : { name: [...own.name(` ${name}`)].slice(0, LONGEST_NAME).join('') }),
  };
}

function headerParts(operation: Operation): Part[] {
  // A write with a key of its own would be replayed; what is refused for its tag changes nothing.
  const names = parametersIn(operation, 'header')
    .map(({ name }) => name)
    .filter((name) => name !== 'Idempotency-Key');
  if (names.length === 0 || operation.availability === 'planned') return [];
  const made = fc
    .record(Object.fromEntries(names.map((name) => [name, headerText])))
    .map((headers) => ({ what: `a made-up ${names.join(', ')}`, values: { headers } }));
  return [{ kind: 'header fields', valid: true, made, holds: () => true }];
}

/** What an answer of the same operation gives, so that a made-up one is refused whatever its schema says. */
function isCursor(document: ContractDocument, { responses }: Operation, { name }: Parameter): boolean {
  const { properties = {} } =
    resolve<{ properties?: object } | undefined>(
      document,
      responses['200']?.content?.['application/json']?.schema,
    ) ?? {};
  return name === 'cursor' && 'nextCursor' in properties;
}

function queryParts(document: ContractDocument, operation: Operation, accepts: Accepts): Part[] {
  const parameters = parametersIn(operation, 'query');
  if (parameters.length === 0) return [];
  const { query: sound = {} } = soundValues(operation);
  const free = parameters.filter((parameter) => !isCursor(document, operation, parameter));
  const holds = ({ query = {} }: Partial<Values>): boolean =>
    parameters.every(
      (parameter) =>
        !(parameter.name in query) || (free.includes(parameter) && accepts(parameter, query[parameter.name])),
    );
  const valid = fc.record(
    Object.fromEntries(free.map(({ name, schema }) => [name, valuesFor(document, schema)])),
    { requiredKeys: Object.keys(sound), noNullPrototype: true },
  );
  const broken = fc.tuple(
    fc.constantFrom(...parameters),
    fc.oneof(fc.string(), fc.constant('x'.repeat(5000)), fc.integer().map(String)),
  );
  return [
    {
      kind: 'valid queries',
      valid: true,
      holds,
      made: valid.map((query) => ({ what: 'a valid query', values: { query } })),
    },
    {
      kind: 'invalid queries',
      valid: false,
      holds,
      made: broken.map(([{ name }, text]) => ({
        what: `a made-up ${name}`,
        values: { query: { ...sound, [name]: text } },
      })),
    },
  ];
}

/** Of reads alone: an id that is made up may be somebody's. */
function pathParts(document: ContractDocument, operation: Operation, accepts: Accepts): Part[] {
  const [parameter] = parametersIn(operation, 'path');
  if (!parameter || operation.method !== 'GET' || operation.availability === 'planned') return [];
  const holds = ({ path }: Partial<Values>): boolean => accepts(parameter, path![parameter.name]);
  const made =
    (what: string) =>
    (value: unknown): MadeUp => ({
      what,
      values: { path: { ...missingPath(operation), [parameter.name]: value } },
    });
  return [
    {
      kind: 'valid ids',
      valid: true,
      holds,
      made: valuesFor(document, parameter.schema).map(made('a made-up id')),
    },
    // A client takes "." and ".." for steps in the path.
    {
      kind: 'invalid ids',
      valid: false,
      holds,
      made: anyText.map((text) => (/^\.{1,2}$/.test(text) ? '...' : text)).map(made('an id of another form')),
    },
  ];
}
