// references: x-references names kinds of records, and each id in a request has it.
// The kind N needs a schema NId. The option `except` lists properties that refer to parts of their own record.
const { eachRequestSchema, follow, isObject } = require('./reach.cjs');

const nameOf = ($ref) =>
  $ref
    .split('/')
    .at(-1)
    .replace(/\.yaml$/, '');
const kindOf = (value) =>
  value
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Returns the kinds that x-references names; undefined when it has none of the three forms. */
function kindsOf(references, siblings, location, ctx) {
  if (isObject(references) && !Array.isArray(references)) {
    const sibling = siblings?.[references.by];
    return sibling && follow(sibling, location, ctx)?.node.enum?.map(kindOf);
  }
  const kinds = [references].flat();
  return kinds.length > 0 && kinds.every((kind) => typeof kind === 'string') ? kinds : undefined;
}

module.exports = ({ except = [] }) => {
  const schemaNames = new Set();
  const found = [];
  const seen = new Map();

  const checkProperty = (name, property, location, ctx) => {
    const isList = /(Ids|_ids)$/.test(name);
    if (except.includes(name) || !(isList || /(Id|_id)$/.test(name))) return;
    const start = follow(property, location, ctx);
    const id = isList && start ? follow(start.node.items, start.location, ctx) : start;
    if (isObject(id?.node) && !('x-references' in id.node))
      ctx.report({ message: `${name} needs x-references.`, location });
  };

  return {
    ref: ({ $ref }) => void schemaNames.add(nameOf($ref)),
    Operation(operation, ctx) {
      eachRequestSchema(operation, ctx, seen, (schema, location) => {
        for (const [name, property] of Object.entries(schema.properties ?? {}))
          checkProperty(name, property, location.child(['properties', name]), ctx);
      });
    },
    Schema(schema, ctx) {
      if (!('x-references' in schema)) return;
      const location = ctx.location.child('x-references');
      found.push({ kinds: kindsOf(schema['x-references'], ctx.parent, ctx.location, ctx), location });
    },
    Root: {
      leave(_root, ctx) {
        for (const { kinds, location } of found) {
          const unknown = kinds?.filter((kind) => !schemaNames.has(`${kind}Id`));
          if (!kinds) {
            const message =
              'x-references is a kind, a list of kinds, or { by } with a property that has an enum.';
            ctx.report({ message, location });
          } else if (unknown.length > 0)
            ctx.report({ message: `No schema for ids of ${unknown.join(', ')}.`, location });
        }
      },
    },
  };
};
