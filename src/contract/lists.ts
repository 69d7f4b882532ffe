// Lists in a query or an encoded form, in the style `form` of OpenAPI: a name that is there for each member, or one with members between commas.

export interface List {
  /** The type of its members. */
  itemType: unknown;
  explode: boolean;
}

interface Style {
  style?: string;
  explode?: boolean;
}

/** Undefined of what is no list, or is written in another style. `schema` is resolved, and so are its items. */
export function listOf(
  schema: { type?: unknown; items?: { type?: unknown } } | undefined,
  { style = 'form', explode = true }: Style = {},
): List | undefined {
  return schema?.type === 'array' && style === 'form' ? { itemType: schema.items?.type, explode } : undefined;
}
