// bounded-numbers: a number needs a minimum and a maximum, so that tests and stores know its limits,
// and an integer needs a format, so that generated types can hold it.
const { hasType, isListed } = require('./types.cjs');

module.exports = () => ({
  Schema(schema, ctx) {
    if (!(hasType(schema, 'integer') || hasType(schema, 'number')) || isListed(schema)) return;
    const hasLower = 'minimum' in schema || 'exclusiveMinimum' in schema;
    const hasUpper = 'maximum' in schema || 'exclusiveMaximum' in schema;
    if (!hasLower || !hasUpper)
      ctx.report({ message: 'A number needs a minimum and a maximum.', location: ctx.location });
    if (hasType(schema, 'integer') && !['int32', 'int64'].includes(schema.format))
      ctx.report({ message: 'An integer needs the format int32 or int64.', location: ctx.location });
  },
});
