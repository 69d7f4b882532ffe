// shared-error-responses: every response that is not a success is a $ref into components/responses. A 409 may be the
// operation's own, because its rules are, and then has examples.
const { isObject } = require('./reach.cjs');

const isShared = (response) =>
  isObject(response) && /(^|\/)components\/responses\/[^/]+$/.test(response.$ref ?? '');

const hasExamples = ({ content = {} }) =>
  Object.values(content).some(({ examples = {} }) => Object.keys(examples).length > 0);

module.exports = () => ({
  Operation(operation, ctx) {
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      if (status.startsWith('2') || isShared(response)) continue;
      const location = ctx.location.child(['responses', status]);
      if (status !== '409')
        ctx.report({ message: `The ${status} response must be a $ref into components/responses.`, location });
      else if (!hasExamples(response)) ctx.report({ message: 'The 409 response needs examples.', location });
    }
  },
});
