// closed-requests: request objects reject unknown properties, so that a misspelled field is an error.
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
