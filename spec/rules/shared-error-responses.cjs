// shared-error-responses: every response that is not a success is a $ref into components/responses.
const { isObject } = require('./reach.cjs');

module.exports = () => ({
  Operation(operation, ctx) {
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      const isShared = isObject(response) && /(^|\/)components\/responses\/[^/]+$/.test(response.$ref ?? '');
      if (status.startsWith('2') || isShared) continue;
      ctx.report({
        message: `The ${status} response must be a $ref into components/responses.`,
        location: ctx.location.child(['responses', status]),
      });
    }
  },
});
