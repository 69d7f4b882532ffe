// bounded-numbers: a number without limits can be neither tested at its limits nor stored with certainty.
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
