// complete-errors: an operation lists every error that its method, parameters, body and availability
// can cause. `default` covers the errors of the transport.
const { follow } = require('./reach.cjs');

const ALWAYS = ['400', '401', '429', '500', '503', 'default'];
const BY_METHOD = {
  post: ['403', '409', '422'],
  put: ['403', '412'],
  patch: ['403', '412'],
  delete: ['403', '412'],
};

/** Only JSON responses have an entity tag and thus 304. */
function answersJsonOnly(operation, ctx) {
  const found = follow(operation.responses?.['200'], ctx.location.child(['responses', '200']), ctx);
  const types = Object.keys(found?.node?.content ?? {});
  return types.length > 0 && types.every((type) => type === 'application/json');
}

function hasPathParameter(operation, ctx) {
  const parameters = [...(ctx.parent.parameters ?? []), ...(operation.parameters ?? [])];
  return parameters.some((parameter) => follow(parameter, ctx.location, ctx)?.node.in === 'path');
}

module.exports = () => ({
  Operation(operation, ctx) {
    const listed = operation.responses ?? {};
    const isAvailable = operation['x-availability'] === 'available';
    const expected = [...ALWAYS, ...(BY_METHOD[ctx.key] ?? [])];
    if (ctx.key === 'get' && answersJsonOnly(operation, ctx)) expected.push('304');
    if (hasPathParameter(operation, ctx)) expected.push('404');
    // A POST without fields reads `{}`.
    if (operation.requestBody || ctx.key === 'post') expected.push('413', '415');
    if (!isAvailable) expected.push('501');

    const missing = expected.filter((status) => !(status in listed)).sort();
    const location = ctx.location.child('responses').key();
    if (missing.length > 0)
      ctx.report({ message: `The operation must list ${missing.join(', ')} too.`, location });
    if (isAvailable && '501' in listed)
      ctx.report({
        message: 'An available operation is implemented: it lists no 501.',
        location: ctx.location.child(['responses', '501']),
      });
  },
});
