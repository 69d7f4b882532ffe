// bounded-strings: a string needs maxLength, unless it is a file or its values or format limit it.
const { hasType, isListed } = require('./types.cjs');

const FIXED_FORMS = ['date', 'date-time', 'binary'];

module.exports = () => ({
  Schema(schema, ctx) {
    if (!hasType(schema, 'string') || isListed(schema) || 'maxLength' in schema) return;
    const isFile = 'contentEncoding' in schema || 'contentMediaType' in schema;
    if (isFile || FIXED_FORMS.includes(schema.format)) return;
    ctx.report({
      message: 'A string needs maxLength, enum, const or the format date or date-time.',
      location: ctx.location,
    });
  },
});
