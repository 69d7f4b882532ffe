// Writes the types and the schemas of the files that commands read and write (spec/files.yaml).

/** Returns a copy of a schema without references. `{ $ref: Name, ... }` adds keywords to the schema of the name. */
function resolved(schemas, value) {
  if (Array.isArray(value)) return value.map((member) => resolved(schemas, member));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref, ...own } = value;
  delete own.description;
  if ($ref !== undefined) return { ...resolved(schemas, named(schemas, $ref)), ...own };
  if (own.discriminator !== undefined) return choice(schemas, own);
  const isObject = own.properties !== undefined && own.type === undefined;
  const members = Object.entries(own).map(([key, member]) => [key, copied(schemas, key, member)]);
  return { ...(isObject ? { type: 'object' } : {}), ...Object.fromEntries(members) };
}

/** A property can have the name of a keyword. */
const copied = (schemas, key, member) =>
  key === 'properties'
    ? Object.fromEntries(Object.entries(member).map(([name, each]) => [name, resolved(schemas, each)]))
    : resolved(schemas, member);

function named(schemas, name) {
  if (schemas[name] === undefined) throw new Error(`spec/files.yaml has no schema ${name}.`);
  return schemas[name];
}

/** Decides by one property, so that an error names a property of the alternative that was meant. */
function choice(schemas, { oneOf, discriminator }) {
  const alternatives = oneOf.map((each) => resolved(schemas, each));
  const valueOf = ({ properties }) => properties[discriminator].const;
  const shared = alternatives[0].required.filter((name) =>
    alternatives.every(
      ({ required, properties }) => required.includes(name) && !('const' in properties[name]),
    ),
  );
  const common = shared.filter((name) =>
    alternatives.every(
      ({ properties }) =>
        JSON.stringify(properties[name]) === JSON.stringify(alternatives[0].properties[name]),
    ),
  );
  return {
    type: 'object',
    required: [discriminator, ...common],
    properties: {
      [discriminator]: { enum: alternatives.map(valueOf) },
      ...Object.fromEntries(common.map((name) => [name, alternatives[0].properties[name]])),
    },
    allOf: alternatives.map((alternative) => {
      const properties = { ...alternative.properties };
      delete properties[discriminator];
      return {
        if: {
          type: 'object',
          required: [discriminator],
          properties: { [discriminator]: { const: valueOf(alternative) } },
        },
        then: { ...alternative, properties },
      };
    }),
  };
}

const PRIMITIVES = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

function typeOf(schema, indent) {
  if (Object.keys(schema).length === 0) return 'unknown';
  if (schema.$ref !== undefined) return schema.$ref;
  if (schema.oneOf) return schema.oneOf.map((each) => typeOf(each, indent)).join(' | ');
  if (schema.allOf) return schema.allOf.map((each) => typeOf(each, indent)).join(' & ');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if ('const' in schema) return JSON.stringify(schema.const);
  const types = [schema.type ?? 'object'].flat().map((type) => {
    if (type === 'array') return `(${typeOf(schema.items, indent)})[]`;
    return type === 'object' ? objectType(schema, indent) : PRIMITIVES[type];
  });
  return types.join(' | ');
}

function objectType({ properties, required = [], additionalProperties }, indent) {
  if (properties === undefined) return `Record<string, ${typeOf(additionalProperties, indent)}>`;
  const lines = Object.entries(properties).map(([name, schema]) => {
    const type = typeOf(schema, `${indent}  `);
    const comment = schema.description === undefined ? '' : `${indent}  /** ${schema.description} */\n`;
    return `${comment}${indent}  ${name}${required.includes(name) ? `: ${type}` : `?: ${type} | undefined`};`;
  });
  return `{\n${lines.join('\n')}\n${indent}}`;
}

/** The schemas that the commands compile. */
const COMPILED = [
  ...['State', 'Plan', 'UndoneReceipt', 'JournalHeader', 'JournalEntry', 'SyncMap', 'Checkpoint'],
  ...['HarEntry', 'HarWorld'],
];

/** Returns the text of `generated/files.ts`. */
export function filesOf(schemas) {
  const types = Object.entries(schemas).map(([name, schema]) => {
    const comment = schema.description === undefined ? '' : `/** ${schema.description} */\n`;
    return `${comment}export type ${name} = ${typeOf(schema, '')};\n`;
  });
  const compiled = Object.fromEntries(COMPILED.map((name) => [name, resolved(schemas, schemas[name])]));
  return `${types.join('\n')}
/** JSON Schemas of whole files. */
export const SCHEMAS = ${JSON.stringify(compiled, null, 2)} satisfies Record<string, Record<string, unknown>>;
`;
}
