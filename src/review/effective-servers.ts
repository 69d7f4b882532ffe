// Where an operation is served: by its own servers, its path's, or the document's. Their paths are judged; hosts are where it is deployed, and told.
import { under } from '../contract/pointer';
import { isObject, listOr, objectOr, textOr } from './json';
import type { Located, DocumentSource } from './source';

export interface EffectiveServers {
  /** The paths before the paths, in order of the alphabet; the root is ''. */
  paths: string[];
  /** With what else their variables may be. */
  choices: string[];
  hosts: string;
  /** Of the operation or its path, and not the document's. */
  isOwn: boolean;
  pointer: string;
}

const ORIGIN = /^([a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i;

const VARIABLE = /\{([^{}]*)\}/g;

/** @param chosen values of variables; of the others it is the default. */
function urlOf(server: unknown, chosen = new Map<string, string>()): string {
  const variables = objectOr(objectOr(server)['variables']);
  return (textOr(objectOr(server)['url']) ?? '/').replaceAll(
    VARIABLE,
    (whole, name: string) => chosen.get(name) ?? textOr(objectOr(variables[name])['default']) ?? whole,
  );
}

const pathOf = (server: unknown, chosen?: Map<string, string>): string =>
  `/${urlOf(server, chosen)
    .replace(ORIGIN, '')
    .replace(/[?#].*$/s, '')}`
    .replace(/^\/+/, '/')
    .replace(/\/$/, '');

const MAX_CHOICES = 50;

/** The paths with each value of each variable; of variables past a limit with the default alone. */
function choicesOf(server: unknown): string[] {
  let all = [new Map<string, string>()];
  for (const [name, variable] of Object.entries(objectOr(objectOr(server)['variables']))) {
    const values = listOr(objectOr(variable)['enum']).map(String);
    if (values.length > 0 && all.length * values.length <= MAX_CHOICES)
      all = all.flatMap((chosen) => values.map((value) => new Map(chosen).set(name, value)));
  }
  return all.map((chosen) => pathOf(server, chosen));
}

/** With what the variables may be instead. */
function hostOf(server: unknown): string {
  const choices = Object.entries(objectOr(objectOr(server)['variables'])).flatMap(([name, variable]) => {
    const values = listOr(objectOr(variable)['enum']).map(String);
    return values.length > 0 ? [`${name}: ${values.sort().join(' or ')}`] : [];
  });
  return [ORIGIN.exec(urlOf(server))?.[0].toLowerCase() ?? '', ...choices.sort()].join(' ');
}

export function effectiveServers(
  source: DocumentSource,
  pathItem?: Located,
  operation?: Located,
): EffectiveServers {
  const holders = [operation, pathItem, { value: source.document, pointer: '' }].filter(
    (holder) => holder !== undefined,
  );
  const lists = holders.map(({ value, pointer }) => ({
    servers: listOr(objectOr(value)['servers']).filter(isObject),
    pointer: under(pointer, 'servers'),
  }));
  const { servers, pointer } = lists.find((list) => list.servers.length > 0) ?? {
    servers: [{ url: '/' }],
    pointer: '/servers',
  };
  const each = (read: (server: unknown) => string): string[] =>
    [...new Set(servers.map((server) => read(server)))].sort();
  return {
    paths: each(pathOf),
    choices: [...new Set(servers.flatMap(choicesOf))],
    hosts: each(hostOf).join(', ').trim(),
    isOwn: pointer !== '/servers',
    pointer,
  };
}
