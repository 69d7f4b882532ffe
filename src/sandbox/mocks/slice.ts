// The part of a document that one answer needs: Prism is slow and large over a whole one.
import type { ContractDocument, Operation } from '../../contract/document';

const REFERENCE = /^#\/components\/([^/]+)\/([^/]+)/;

/** Adds to `found` every component that a value refers to, and those that they refer to. */
function collect(document: ContractDocument, value: unknown, found: Map<string, Set<string>>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    const [, kind, name] = key === '$ref' && typeof member === 'string' ? (REFERENCE.exec(member) ?? []) : [];
    if (kind === undefined || name === undefined) {
      collect(document, member, found);
      continue;
    }
    const names = found.get(kind) ?? new Set();
    if (names.has(name)) continue;
    found.set(kind, names.add(name));
    collect(document, document.components[kind]?.[decodeURIComponent(name)], found);
  }
}

/** A document of its own with one answer of one operation and the components that it refers to. What is sent does not matter to Prism: it has been checked. */
export function sliceOf(
  document: ContractDocument,
  { path, method }: Operation,
  status: number,
): ContractDocument {
  const { responses } = document.paths[path]![method.toLowerCase()] as { responses: Record<string, unknown> };
  const item = { [method.toLowerCase()]: { responses: { [status]: responses[status] } } };
  const found = new Map<string, Set<string>>();
  collect(document, item, found);
  const components = Object.fromEntries(
    [...found].map(([kind, names]) => [
      kind,
      Object.fromEntries(
        [...names].map((name) => [
          decodeURIComponent(name),
          document.components[kind]?.[decodeURIComponent(name)],
        ]),
      ),
    ]),
  );
  // Prism resolves references in place; the contract's own copy stays as it is.
  return structuredClone({
    openapi: document.openapi,
    info: document.info,
    paths: { [path]: item },
    components,
  });
}
