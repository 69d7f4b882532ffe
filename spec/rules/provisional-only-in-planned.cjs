// provisional-only-in-planned: nothing that an available operation uses may be provisional.
const { isObject } = require('./reach.cjs');

/** Keywords with values, which may contain any key. */
const VALUES = ['example', 'examples', 'default', 'enum', 'const'];

module.exports = () => {
  const seen = new Set();

  function search(node, location, inNames, ctx) {
    if (!isObject(node) || seen.has(node)) return;
    seen.add(node);
    if (!inNames && node['x-provisional'])
      ctx.report({
        message: 'An available operation reaches this, so it cannot be provisional.',
        location: location.child('x-provisional').key(),
      });
    if (typeof node.$ref === 'string') {
      const target = ctx.resolve(node, location.source.absoluteRef);
      if (target.node !== undefined) search(target.node, target.location, false, ctx);
    }
    for (const [key, child] of Object.entries(node))
      if (inNames || !VALUES.includes(key))
        search(child, location.child(key), !inNames && key === 'properties', ctx);
  }

  return {
    Operation(operation, ctx) {
      if (operation['x-availability'] !== 'available') return;
      search(operation, ctx.location, false, ctx);
      search(ctx.parent.parameters, ctx.location, false, ctx);
    },
  };
};
