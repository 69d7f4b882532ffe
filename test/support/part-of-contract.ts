// Extracts a small contract for slow tests: some paths and the components that they reference.
import { operations } from '../../generated/operations';
import { type ContractDocument, contractDocument } from '../../src/contract/document';

/** The paths of all available operations. */
export const RELEASED: string[] = [
  ...new Set<string>(
    operations.filter(({ availability }) => availability === 'available').map(({ path }) => path),
  ),
];

const REFERENCE = /"#\/components\/([^/"]+)\/([^/"]+)"/g;

/** Returns a copy that tests may change. */
export function partOfContract(paths: string[]): ContractDocument {
  const kept: ContractDocument['components'] = {
    securitySchemes: contractDocument.components['securitySchemes']!,
  };
  const keepReferenced = (value: unknown): void => {
    for (const [, kind, name] of JSON.stringify(value).matchAll(REFERENCE)) {
      const component = contractDocument.components[kind!]![name!];
      if (kept[kind!]?.[name!] !== undefined) continue;
      (kept[kind!] ??= {})[name!] = component;
      keepReferenced(component);
    }
  };
  const chosen = Object.fromEntries(paths.map((path) => [path, contractDocument.paths[path]!]));
  keepReferenced(chosen);
  return structuredClone({ ...contractDocument, paths: chosen, components: kept });
}
