// The servers of an operation: URL paths, which callers depend on, and hosts.
import { asArray, asObject, asString } from './json';
import { type Located, type OpenApiDocument, getPart } from './document';
import { isObject, type JsonObject } from '../../base/values';

const ORIGIN = /^([a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i;
const VARIABLE = /\{([^{}]*)\}/g;
const MAX_SERVER_CHOICES = 50;

/** Reads the servers of the operation, of its path item, or of the document. */
export function readServers(document: OpenApiDocument, pathItem?: Located, operation?: Located) {
  const holder = [operation, pathItem, document.whole]
    .flatMap((part) => (part ? getPart(part, 'servers') : []))
    .find(({ value }) => asArray(value).some(isObject));
  const servers = holder ? asArray(holder.value).filter(isObject) : [{ url: '/' }];
  const pointer = holder?.pointer ?? '/servers';
  const unique = (read: (server: JsonObject) => string): string[] => [...new Set(servers.map(read))].sort();
  return {
    /** Sorted URL paths of the servers with default variables. The root is ''. */
    paths: unique((server) => serverPath(server)),
    /** The same with every value of the server variables. */
    choices: [...new Set(servers.flatMap(serverChoices))],
    hosts: unique(serverHost).join(', ').trim(),
    /** Whether the operation or its path item overrides the servers of the document. */
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
    .replace(/[?#].*/s, '')}`
    .replace(/^\/+/, '/')
    .replace(/\/$/, '');

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
