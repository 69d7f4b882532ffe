// Rewrites the bundle as OpenAPI 3.0.3, for tools that read nothing newer (decision 32).

/** Keywords that hold examples and other values, which stay as they are. */
const VALUES = ['enum', 'default', 'example'];
const SCHEMA_MAPS = ['properties'];
const SCHEMA_LISTS = ['oneOf', 'anyOf', 'allOf'];
const SCHEMA_PLACES = ['items', 'not', 'additionalProperties'];
/** Keywords that 3.0 does not know. The server enforces `dependentRequired` all the same. */
const REMOVED = ['dependentRequired', 'contentMediaType', 'contentEncoding'];

const COMPONENT = '#/components/schemas/';
const isNull = ({ type }) => type === 'null';

/** Returns a schema of 3.0 that also allows null. 3.0 lists null in an enumeration too. */
const withNull = (schema) => ({
  ...schema,
  nullable: true,
  ...(schema.enum && { enum: [...schema.enum, null] }),
});

/** Returns a function that rewrites a schema, and adds to `nullable` the components that need a form with null. */
function schemaRewriter(nullable) {
  /** Returns a reference to a form of a component that also allows null. */
  function nullableReference({ $ref }) {
    const name = $ref.slice(COMPONENT.length);
    nullable.add(name);
    return { $ref: `${COMPONENT}Nullable${name}` };
  }

  /** Writes an alternative that is null as `nullable` of the first other alternative. */
  function withoutNullBranch({ oneOf, ...beside }) {
    const [first, ...others] = oneOf.filter((branch) => !isNull(branch));
    const changed = first.$ref ? nullableReference(first) : withNull(rewrite(first));
    return others.length > 0
      ? { ...rewrite(beside), oneOf: [changed, ...others.map(rewrite)] }
      : { ...rewrite(beside), ...(first.$ref ? { allOf: [changed] } : changed) };
  }

  function rewrite(schema) {
    if (typeof schema !== 'object') return schema;
    const { $ref, ...beside } = schema;
    if ($ref !== undefined)
      return Object.keys(beside).length === 0 ? schema : { ...rewrite(beside), allOf: [{ $ref }] };
    if (schema.oneOf?.some(isNull)) return withoutNullBranch(schema);
    if (Array.isArray(schema.type)) {
      const [type, ...more] = schema.type.filter((name) => name !== 'null');
      if (more.length > 0) throw new Error(`3.0 has no list of types: ${schema.type.join(', ')}. Use oneOf.`);
      return withNull(rewrite({ ...schema, type }));
    }
    return Object.fromEntries(
      Object.entries(schema).flatMap(([keyword, value]) => {
        if (REMOVED.includes(keyword)) return [];
        if (keyword === 'const') return [['enum', [value]]];
        if (keyword === 'examples') return [['example', value[0]]];
        if (VALUES.includes(keyword)) return [[keyword, value]];
        if (SCHEMA_MAPS.includes(keyword)) return [[keyword, rewriteAll(value)]];
        if (SCHEMA_LISTS.includes(keyword)) return [[keyword, value.map(rewrite)]];
        return [[keyword, SCHEMA_PLACES.includes(keyword) ? rewrite(value) : value]];
      }),
    );
  }
  const rewriteAll = (schemas) =>
    Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, rewrite(schema)]));
  return { rewrite, rewriteAll };
}

/** Returns the document as OpenAPI 3.0.3. */
export function toOpenApi30(document) {
  const nullable = new Set();
  const { rewrite, rewriteAll } = schemaRewriter(nullable);

  /** Rewrites each schema of a part of the document. Outside of schemas, references have no other keywords. */
  function withSchemas(part) {
    if (Array.isArray(part)) return part.map(withSchemas);
    if (typeof part !== 'object' || part === null) return part;
    if (part.$ref !== undefined) return { $ref: part.$ref };
    return Object.fromEntries(
      Object.entries(part).map(([key, value]) => {
        if (['example', 'examples'].includes(key)) return [key, value];
        return [key, key === 'schema' ? rewrite(value) : withSchemas(value)];
      }),
    );
  }

  const { info, paths, components } = document;
  const { schemas, ...otherComponents } = components;
  const { summary, license, ...otherInfo } = info;
  const all = rewriteAll(schemas);
  const rewritten = {
    paths: withSchemas(paths),
    components: { ...withSchemas(otherComponents), schemas: all },
  };
  for (const name of nullable) all[`Nullable${name}`] = withNull(all[name]);
  const text = JSON.stringify(rewritten);
  for (const name of nullable) if (!text.includes(`"${COMPONENT}${name}"`)) delete all[name];
  return {
    ...document,
    openapi: '3.0.3',
    info: { ...otherInfo, description: `${summary}\n\n${info.description}`, license: { name: license.name } },
    ...rewritten,
  };
}
