// bounded-request-arrays: an array that a client sends has a largest size, in a body and in a parameter.
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
