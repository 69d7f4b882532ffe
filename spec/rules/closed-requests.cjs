// closed-requests: objects that a client sends refuse unknown properties, so that a misspelt field is an error and not a silent loss.
const { eachRequestSchema } = require('./reach.cjs');
const { hasType } = require('./types.cjs');

module.exports = () => {
  const seen = new Map();
  return {
    Operation(operation, ctx) {
      eachRequestSchema(operation, ctx, seen, (schema, location, isPart) => {
        const isObjectSchema = hasType(schema, 'object') || (!isPart && 'properties' in schema);
        if (isObjectSchema && schema.additionalProperties !== false)
          ctx.report({ message: 'An object in a request needs additionalProperties: false.', location });
      });
    },
  };
};
