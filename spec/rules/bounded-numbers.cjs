// bounded-numbers: a number needs a minimum and a maximum, so that tests and stores know its limits.
const { hasType, isListed } = require('./types.cjs');

module.exports = () => ({
  Schema(schema, ctx) {
    if (!(hasType(schema, 'integer') || hasType(schema, 'number')) || isListed(schema)) return;
    const hasLower = 'minimum' in schema || 'exclusiveMinimum' in schema;
    const hasUpper = 'maximum' in schema || 'exclusiveMaximum' in schema;
    if (!hasLower || !hasUpper)
      ctx.report({ message: 'A number needs a minimum and a maximum.', location: ctx.location });
  },
});
