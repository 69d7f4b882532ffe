// known-extensions: only the `x-` keys of the option `allow` are known. The guide documents each.
module.exports = ({ allow = [] }) => {
  const check = (node, location, report) => {
    for (const key of Object.keys(node))
      if (key.startsWith('x-') && !allow.includes(key))
        report({
          message: `${key} is not one of the house's extensions (${allow.join(', ')}).`,
          location: location.child(key).key(),
        });
  };
  return {
    any(node, ctx) {
      // A map of property names is no object with extensions: a property may be called x-ray.
      if (typeof node === 'object' && node !== null && ctx.type.name !== 'SchemaProperties')
        check(node, ctx.location, ctx.report);
    },
    // Keys next to a $ref belong to the reference, not to its target.
    ref: (node, ctx) => check(node, ctx.location, ctx.report),
  };
};
