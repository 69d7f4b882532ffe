// examples-present: parameters, request bodies and successes
// need named examples, which serve docs, tests and mocks.
const { eachMediaType, follow, isObject } = require('./reach.cjs');

module.exports = () => {
  const seen = new Set();

  function check(what, node, location, ctx) {
    if (seen.has(node)) return;
    seen.add(node);
    const examples = Object.entries(isObject(node.examples) ? node.examples : {});
    if (examples.length === 0)
      ctx.report({ message: `${what} needs named examples, under \`examples\`.`, location });
    for (const [name, example] of examples) {
      const at = location.child(['examples', name]);
      const found = follow(example, at, ctx);
      if (found && !(isObject(found.node) && 'value' in found.node))
        ctx.report({ message: `The example ${name} needs a value.`, location: at });
    }
  }

  return {
    Parameter: (parameter, ctx) => check(`The parameter ${parameter.name}`, parameter, ctx.location, ctx),
    Operation(operation, ctx) {
      const checkBody = (what, body, path) =>
        eachMediaType(body, ctx.location.child(path), ctx, (media, location) =>
          check(what, media, location, ctx),
        );
      checkBody('The request body', operation.requestBody, ['requestBody']);
      for (const [status, response] of Object.entries(operation.responses ?? {}))
        if (status.startsWith('2')) checkBody(`The ${status} response`, response, ['responses', status]);
    },
  };
};
