// The paths before the paths: of the operation's servers, its path's, or the document's. Hosts are where it is deployed, and left aside.
import { isObject, listOr, objectOr, textOr } from './json';
import type { Source } from './source';

function pathOf(server: unknown): string {
  const variables = objectOr(objectOr(server)['variables']);
  const url = (textOr(objectOr(server)['url']) ?? '/').replaceAll(/\{([^{}]*)\}/g, (whole, name: string) => textOr(objectOr(variables[name])['default']) ?? whole);
  const path = url.replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  return `/${path}`.replace(/^\/+/, '/').replace(/\/$/, '');
}

/** In order of the alphabet; the root is ''. */
export function serverPaths(source: Source, pathItem: Record<string, unknown>, operation: Record<string, unknown>): string[] {
  const servers = [operation['servers'], pathItem['servers'], source.document['servers']].map((list) => listOr(list).filter(isObject)).find((list) => list.length > 0);
  return [...new Set((servers ?? [{ url: '/' }]).map(pathOf))].sort();
}
