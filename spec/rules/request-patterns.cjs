// request-patterns: a string in a request body needs a pattern, which rejects control characters at least.
const { eachRequestSchema } = require('./reach.cjs');
const { hasType, isListed } = require('./types.cjs');

/** Formats without control characters, and files. */
const FORMATS = ['date', 'date-time', 'email', 'uri', 'binary'];

module.exports = () => {
  const seen = new Map();
  return {
    Operation(operation, ctx) {
      eachRequestSchema(operation, ctx, seen, (schema, location) => {
        if (!hasType(schema, 'string') || isListed(schema) || 'pattern' in schema) return;
        if (!FORMATS.includes(schema.format))
          ctx.report({ message: 'A string in a request body needs a pattern.', location });
      });
    },
  };
};
