// Where an operation is served: by its own servers, its path's, or the document's. Their paths are judged; hosts are where it is deployed, and told.
import { under } from '../contract/pointer';
import { isObject, listOr, objectOr, textOr } from './json';
import type { Located, Source } from './source';

export interface EffectiveServers {
  /** The paths before the paths, in order of the alphabet; the root is ''. */
  paths: string[];
  hosts: string;
  /** Of the operation or its path, and not the document's. */
  isOwn: boolean;
  pointer: string;
}

const ORIGIN = /^([a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i;

function urlOf(server: unknown): string {
  const variables = objectOr(objectOr(server)['variables']);
  return (textOr(objectOr(server)['url']) ?? '/').replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => textOr(objectOr(variables[name])['default']) ?? whole);
}

const pathOf = (server: unknown): string =>
  `/${urlOf(server).replace(ORIGIN, '').replace(/[?#].*$/s, '')}`.replace(/^\/+/, '/').replace(/\/$/, '');

/** With what the variables may be instead. */
function hostOf(server: unknown): string {
  const choices = Object.entries(objectOr(objectOr(server)['variables'])).flatMap(([name, variable]) => {
    const values = listOr(objectOr(variable)['enum']).map(String);
    return values.length > 0 ? [`${name}: ${values.sort().join(' or ')}`] : [];
  });
  return [ORIGIN.exec(urlOf(server))?.[0].toLowerCase() ?? '', ...choices.sort()].join(' ');
}

export function effectiveServers(source: Source, pathItem?: Located, operation?: Located): EffectiveServers {
  const holders = [operation, pathItem, { value: source.document, pointer: '' }].filter((holder) => holder !== undefined);
  const lists = holders.map(({ value, pointer }) => ({ servers: listOr(objectOr(value)['servers']).filter(isObject), pointer: under(pointer, 'servers') }));
  const { servers, pointer } = lists.find((list) => list.servers.length > 0) ?? { servers: [{ url: '/' }], pointer: '/servers' };
  const each = (read: (server: unknown) => string): string[] => [...new Set(servers.map(read))].sort();
  return { paths: each(pathOf), hosts: each(hostOf).join(', ').trim(), isOwn: pointer !== '/servers', pointer };
}
