// Schemas to which nothing holds that comes to an end, because they require themselves.
import { type ContractDocument, type Schema, resolve } from './document';

interface Parts {
  type?: unknown;
  nullable?: boolean;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  minItems?: number;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

const isOnly = (type: unknown, wanted: string): boolean => [type].flat().every((one) => one === wanted);

export function isInfinite(document: ContractDocument, schema: Schema | undefined): boolean {
  const ending = new Set<unknown>();

  /** `around`: the schemas that require this one. */
  function requiresOneOf(around: readonly unknown[], part: Schema): boolean {
    const settled = resolve<Parts | undefined>(document, part);
    if (typeof settled !== 'object' || ending.has(settled)) return false;
    if (around.includes(settled)) return true;
    const {
      type,
      nullable,
      required = [],
      properties = {},
      items,
      minItems = 0,
      allOf = [],
      anyOf = [],
      oneOf = [],
    } = settled;
    const inside = (one: Schema): boolean => requiresOneOf([...around, settled], one);
    const isRequired =
      !nullable &&
      ((isOnly(type, 'object') &&
        required.some((name) => Object.hasOwn(properties, name) && inside(properties[name]!))) ||
        (isOnly(type, 'array') && minItems > 0 && items !== undefined && inside(items)));
    const found =
      isRequired ||
      allOf.some(inside) ||
      [anyOf, oneOf].some((choice) => choice.length > 0 && choice.every(inside));
    if (!found) ending.add(settled);
    return found;
  }

  return schema !== undefined && requiresOneOf([], schema);
}
