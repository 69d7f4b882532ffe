// open-responses: response objects may get new properties, so their schemas must accept unknown ones.
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
