// The part of a document that one response needs: Prism is slow and large over a whole document.
import { type ContractDocument, type Operation, targetOf } from '../../contract/document';
import { responseKeyOf } from '../../contract/responses';

/** Adds to `found` every component that a value refers to, directly or through other components. */
function collect(document: ContractDocument, value: unknown, found: Map<string, unknown>): void {
  if (typeof value !== 'object' || value === null) return;
  const { $ref } = value as { $ref?: unknown };
  const [component] = /^#\/components\/[^/]+\/[^/]+/.exec(String($ref)) ?? [];
  if (component !== undefined && !found.has(component)) {
    found.set(component, targetOf(document, component));
    collect(document, found.get(component), found);
  }
  for (const member of Object.values(value)) collect(document, member, found);
}

/** Returns a document with one response of one operation. Prism resolves references in place, so it is a copy. */
export function sliceOf(
  { openapi, info, ...document }: ContractDocument,
  { path, method }: Operation,
  status: number,
): ContractDocument {
  const name = method.toLowerCase();
  const { responses } = document.paths[path]![name] as { responses: Record<string, unknown> };
  const declared = responseKeyOf(responses, status);
  const paths = { [path]: { [name]: { responses: { [declared]: responses[declared] } } } };
  const found = new Map<string, unknown>();
  collect({ openapi, info, ...document }, paths, found);
  const components: ContractDocument['components'] = {};
  for (const [pointer, component] of found) {
    const [, , kind, key] = decodeURIComponent(pointer).split('/') as [string, string, string, string];
    components[kind] = { ...components[kind], [key]: component };
  }
  return structuredClone({ openapi, info, paths, components });
}
