// request-patterns: a string in a request body needs a pattern or a known format, which rejects control characters.
const { eachRequestSchema } = require('./reach.cjs');
const { hasType, isListed } = require('./types.cjs');

/** Formats that the server enforces (src/contract/validation/text-messages.ts has those of this project), and files. */
const FORMATS = [
  'date',
  'date-time',
  'email',
  'uri',
  'iri',
  'binary',
  'single-line-text',
  'multi-line-text',
  'visible-text',
];

module.exports = () => {
  const seen = new Map();
  return {
    Operation(operation, ctx) {
      eachRequestSchema(operation, ctx, seen, (schema, location) => {
        if (!hasType(schema, 'string') || isListed(schema) || 'pattern' in schema) return;
        if (!FORMATS.includes(schema.format))
          ctx.report({
            message: 'A string in a request body needs a pattern, or a format that the server enforces.',
            location,
          });
      });
    },
  };
};
