// The operations of a document as a caller sees them: references followed, inherited values filled in.
import { under } from '../../contract/pointer';
import { asArray, asObject, asString, dateText, isDate, isObject, type JsonObject } from '../json';
import type { Located, OpenApiDocument } from './document';
import {
  type EffectiveBody,
  type EffectiveParameter,
  type EffectiveResponse,
  readBody,
  readParameters,
  readResponses,
} from './messages';
import { type Transitions, readTransitions } from './transitions';

export interface EffectiveOperation {
  /** Method and path without parameter names, for example `GET /assets/{}`. */
  identity: string;
  operationId: string | null;
  method: string;
  path: string;
  availability: 'available' | 'planned';
  /** Whether the document states the availability. The default is `available`. */
  isAvailabilityStated: boolean;
  deprecated: boolean;
  /** The date in `x-sunset`, if it is valid. */
  sunset: string | null;
  servers: EffectiveServers;
  security: EffectiveSecurity;
  parameters: Map<string, EffectiveParameter>;
  body: EffectiveBody | undefined;
  responses: Map<string, EffectiveResponse>;
  callbacks: Map<string, Located>;
  /** The changes of statuses that it makes. */
  transitions: Transitions;
  pointer: string;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'];

export const eraseParameterNames = (path: string): string => path.replaceAll(/\{[^{}]*\}/g, '{}');

/** @throws ReviewError for a reference that cannot be resolved. */
export function readOperations(document: OpenApiDocument): Map<string, EffectiveOperation> {
  const operations = new Map<string, EffectiveOperation>();
  const transitions = readTransitions(document);
  for (const [path, value] of Object.entries(asObject(document.root['paths']))) {
    if (!path.startsWith('/')) continue;
    const pointer = under('', 'paths', path);
    const target = document.dereference(value, pointer);
    // In 3.1 a path item can add fields beside its `$ref`.
    const pathItem =
      target.pointer === pointer
        ? target
        : { value: { ...asObject(target.value), ...asObject(value) }, pointer: target.pointer };
    for (const method of METHODS) {
      const operation = asObject(pathItem.value)[method];
      if (!isObject(operation)) continue;
      const effective = readOperation(document, path, method, pathItem, operation, transitions);
      if (!operations.has(effective.identity)) operations.set(effective.identity, effective);
    }
  }
  return operations;
}

function readOperation(
  document: OpenApiDocument,
  path: string,
  method: string,
  pathItem: Located,
  operation: JsonObject,
  transitions: Map<string, Transitions>,
): EffectiveOperation {
  const located = { value: operation, pointer: under(pathItem.pointer, method) };
  const availability = operation['x-availability'];
  const operationId = asString(operation['operationId']) ?? null;
  return {
    identity: `${method.toUpperCase()} ${eraseParameterNames(path)}`,
    operationId,
    method: method.toUpperCase(),
    path,
    availability: availability === 'planned' ? 'planned' : 'available',
    isAvailabilityStated: availability === 'available' || availability === 'planned',
    deprecated: operation['deprecated'] === true,
    sunset: readDate(operation['x-sunset']),
    servers: readServers(document, pathItem, located),
    security: readSecurity(document, operation, located.pointer),
    parameters: readParameters(document, path, pathItem, located),
    body: readBody(document, located),
    responses: readResponses(document, located),
    callbacks: document.entriesUnder(located, 'callbacks'),
    transitions: transitions.get(operationId ?? '') ?? new Map<string, string>(),
    pointer: located.pointer,
  };
}

function readDate(value: unknown): string | null {
  const date = dateText(value)?.match(/^\d{4}-\d\d-\d\d/)?.[0];
  return date !== undefined && isDate(date) ? date : null;
}

export interface SecurityScheme {
  /** For example `apiKey in header x-api-key`, `http bearer` or `oauth2`. */
  kind: string;
  /** The OAuth flows with their URLs. */
  flows: Set<string>;
  scopes: string[];
}

/** Schemes that a request uses together. An empty list allows requests without credentials. */
export type SecurityAlternative = SecurityScheme[];

interface EffectiveSecurity {
  alternatives: SecurityAlternative[];
  pointer: string;
}

/** Reads the security requirements of the operation, or those of the document. */
function readSecurity(document: OpenApiDocument, operation: JsonObject, at: string): EffectiveSecurity {
  const isOwn = Array.isArray(operation['security']);
  const requirements = asArray((isOwn ? operation : document.root)['security']).filter(isObject);
  const alternatives = requirements.map((requirement) =>
    Object.entries(requirement)
      .map(([name, scopes]): SecurityScheme => ({
        ...readScheme(document, name),
        scopes: asArray(scopes).map(String).sort(),
      }))
      .sort((a, b) => (a.kind < b.kind ? -1 : 1)),
  );
  return {
    alternatives: alternatives.length > 0 ? alternatives : [[]],
    pointer: isOwn ? under(at, 'security') : '/security',
  };
}

function readScheme(document: OpenApiDocument, name: string): Omit<SecurityScheme, 'scopes'> {
  const schemes = asObject(asObject(document.root['components'])['securitySchemes']);
  const pointer = under('', 'components', 'securitySchemes', name);
  const scheme = asObject(
    Object.hasOwn(schemes, name) ? document.dereference(schemes[name], pointer).value : undefined,
  );
  const text = (key: string) => asString(scheme[key]) ?? '';
  const flows = new Set(
    Object.entries(asObject(scheme['flows'])).map(([flow, value]) =>
      [flow, ...['authorizationUrl', 'tokenUrl'].map((key) => asString(asObject(value)[key]) ?? '')]
        .join(' ')
        .trim(),
    ),
  );
  // Header names and HTTP schemes are case-insensitive.
  const keyName = text('in') === 'header' ? text('name').toLowerCase() : text('name');
  const type = asString(scheme['type']);
  if (type === 'apiKey') return { kind: `apiKey in ${text('in')} ${keyName}`, flows };
  if (type === 'http') return { kind: `http ${text('scheme').toLowerCase()}`, flows };
  if (type === 'openIdConnect') return { kind: `openIdConnect ${text('openIdConnectUrl')}`, flows };
  return { kind: type ?? `undefined scheme ${name}`, flows };
}

interface EffectiveServers {
  /** Sorted URL paths of the servers with default variables. The root is ''. */
  paths: string[];
  /** The same with every value of the server variables. */
  choices: string[];
  hosts: string;
  /** Whether the operation or its path item overrides the servers of the document. */
  isOwn: boolean;
  pointer: string;
}

const ORIGIN = /^([a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i;
const VARIABLE = /\{([^{}]*)\}/g;
const MAX_SERVER_CHOICES = 50;

/** Reads the servers of the operation, of its path item, or of the document. */
export function readServers(
  document: OpenApiDocument,
  pathItem?: Located,
  operation?: Located,
): EffectiveServers {
  const holders = [operation, pathItem, { value: document.root, pointer: '' }].flatMap((holder) =>
    holder
      ? [
          {
            servers: asArray(asObject(holder.value)['servers']).filter(isObject),
            pointer: under(holder.pointer, 'servers'),
          },
        ]
      : [],
  );
  const { servers, pointer } = holders.find((holder) => holder.servers.length > 0) ?? {
    servers: [{ url: '/' }],
    pointer: '/servers',
  };
  const unique = (read: (server: JsonObject) => string): string[] => [...new Set(servers.map(read))].sort();
  return {
    paths: unique((server) => serverPath(server)),
    choices: [...new Set(servers.flatMap(serverChoices))],
    hosts: unique(serverHost).join(', ').trim(),
    isOwn: pointer !== '/servers',
    pointer,
  };
}

/** Fills in the variables of a server URL: the chosen values, then the defaults. */
function serverUrl(server: JsonObject, chosen = new Map<string, string>()): string {
  const variables = asObject(server['variables']);
  return (asString(server['url']) ?? '/').replaceAll(
    VARIABLE,
    (whole, name: string) => chosen.get(name) ?? asString(asObject(variables[name])['default']) ?? whole,
  );
}

const serverPath = (server: JsonObject, chosen?: Map<string, string>): string =>
  `/${serverUrl(server, chosen)
    .replace(ORIGIN, '')
    .replace(/[?#].*$/s, '')}`
    .replace(/^\/+/, '/')
    .replace(/\/$/, '');

/** Returns each server variable with its listed values. */
const variableValues = (server: JsonObject): [name: string, values: string[]][] =>
  Object.entries(asObject(server['variables'])).map(([name, variable]) => [
    name,
    asArray(asObject(variable)['enum']).map(String),
  ]);

/** Returns the path for each combination of variable values. Variables above the limit keep their default. */
function serverChoices(server: JsonObject): string[] {
  let combinations = [new Map<string, string>()];
  for (const [name, values] of variableValues(server)) {
    if (values.length > 0 && combinations.length * values.length <= MAX_SERVER_CHOICES)
      combinations = combinations.flatMap((chosen) =>
        values.map((value) => new Map(chosen).set(name, value)),
      );
  }
  return combinations.map((chosen) => serverPath(server, chosen));
}

/** Returns the origin of a server and the values of its variables. */
function serverHost(server: JsonObject): string {
  const choices = variableValues(server).flatMap(([name, values]) =>
    values.length > 0 ? [`${name}: ${values.sort().join(' or ')}`] : [],
  );
  return [ORIGIN.exec(serverUrl(server))?.[0].toLowerCase() ?? '', ...choices.sort()].join(' ');
}
