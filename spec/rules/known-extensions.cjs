// known-extensions: no `x-` key beyond those of the option `allow`,
// each of which has an entry in spec/extensions.yaml.
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
      // Redocly tells maps of names (a property may be called x-ray) from objects by their type.
      if (typeof node === 'object' && node !== null && ctx.type.name !== 'SchemaProperties')
        check(node, ctx.location, ctx.report);
    },
    // Keys beside a $ref belong to the reference, not to its target.
    ref: (node, ctx) => check(node, ctx.location, ctx.report),
  };
};
