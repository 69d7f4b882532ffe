// A small contract for tests whose time goes by its size: some paths of the whole one, with the components that they refer to.
import { operations } from '../../generated/operations';
import { type ContractDocument, contractDocument } from '../../src/contract/document';

/** The paths of all that is released. */
export const RELEASED: string[] = [
  ...new Set<string>(
    operations.filter(({ availability }) => availability === 'available').map(({ path }) => path),
  ),
];

const REFERENCE = /"#\/components\/([^/"]+)\/([^/"]+)"/g;

/** A copy, which may be changed. */
export function partOfContract(paths: string[]): ContractDocument {
  const kept: ContractDocument['components'] = {
    securitySchemes: contractDocument.components['securitySchemes']!,
  };
  const keepWhatIsNamedIn = (value: unknown): void => {
    for (const [, kind, name] of JSON.stringify(value).matchAll(REFERENCE)) {
      const component = contractDocument.components[kind!]![name!];
      if (kept[kind!]?.[name!] !== undefined) continue;
      (kept[kind!] ??= {})[name!] = component;
      keepWhatIsNamedIn(component);
    }
  };
  const chosen = Object.fromEntries(paths.map((path) => [path, contractDocument.paths[path]!]));
  keepWhatIsNamedIn(chosen);
  return structuredClone({ ...contractDocument, paths: chosen, components: kept });
}
