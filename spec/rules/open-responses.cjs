// open-responses: objects that the server sends may grow, so their schemas must not refuse unknown properties.
const { eachResponseSchema } = require('./reach.cjs');

module.exports = () => {
  const seen = new Map();
  return {
    Operation(operation, ctx) {
      eachResponseSchema(operation, ctx, seen, (schema, location) => {
        if (schema.additionalProperties === false || schema.unevaluatedProperties === false)
          ctx.report({
            message: 'An object in a response may grow: it must not refuse other properties.',
            location,
          });
      });
    },
  };
};
