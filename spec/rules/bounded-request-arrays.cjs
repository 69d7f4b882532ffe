// bounded-request-arrays: an array in a request body or parameter needs maxItems.
const { eachRequestSchema } = require('./reach.cjs');
const { hasType } = require('./types.cjs');

const MESSAGE = 'An array in a request needs maxItems.';

module.exports = () => {
  const seen = new Map();
  return {
    Operation(operation, ctx) {
      eachRequestSchema(operation, ctx, seen, (schema, location) => {
        if (hasType(schema, 'array') && !('maxItems' in schema)) ctx.report({ message: MESSAGE, location });
      });
    },
    Parameter: {
      Schema(schema, ctx) {
        if (hasType(schema, 'array') && !('maxItems' in schema))
          ctx.report({ message: MESSAGE, location: ctx.location });
      },
    },
  };
};
