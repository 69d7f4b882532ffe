// Finds all schemas that an operation uses.
// Redocly visits a shared node only once, so this file follows references.

const MANY = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const ONE = ['items', 'additionalProperties', 'then', 'else'];
const NAMED = ['properties', 'patternProperties'];
const MAX_HOPS = 20;

const isObject = (value) => typeof value === 'object' && value !== null;

/** Returns the target of a chain of references; undefined for a missing one (see no-unresolved-refs). */
function follow(node, location, ctx) {
  let found = { node, location };
  for (let hop = 0; isObject(found.node) && typeof found.node.$ref === 'string'; hop++) {
    if (hop === MAX_HOPS) return undefined;
    found = ctx.resolve(found.node, found.location.source.absoluteRef);
    if (found.node === undefined) return undefined;
  }
  return found;
}

/**
 * Calls `visit(schema, location, isPart)` once for each schema that a schema leads to, and again when a part
 * also appears as a whole. A part is a member of allOf, anyOf, oneOf, then or else.
 */
function eachSchema(start, startLocation, ctx, seen, visit, isPart = false) {
  const found = follow(start, startLocation, ctx);
  if (!found || !isObject(found.node)) return;
  const { node, location } = found;
  if (start.readOnly === true) return; // accepted with its present value only
  if (seen.get(node) === 'whole' || (isPart && seen.has(node))) return;
  seen.set(node, isPart ? 'part' : 'whole');
  visit(node, location, isPart);
  const next = (child, path, part) => eachSchema(child, location.child(path), ctx, seen, visit, part);
  for (const key of MANY)
    (node[key] ?? []).forEach((child, index) => next(child, [key, index], key !== 'prefixItems'));
  for (const key of ONE) if (isObject(node[key])) next(node[key], [key], key === 'then' || key === 'else');
  for (const key of NAMED)
    for (const name of Object.keys(node[key] ?? {})) next(node[key][name], [key, name], false);
}

/** Calls `visit(mediaType, location)` for each media type of a request body or a response. */
function eachMediaType(body, bodyLocation, ctx, visit) {
  const found = body && follow(body, bodyLocation, ctx);
  for (const [name, media] of Object.entries(found?.node.content ?? {}))
    visit(media, found.location.child(['content', name]));
}

/** Calls `visit` for each schema of an operation's request body. */
function eachRequestSchema(operation, ctx, seen, visit) {
  eachMediaType(operation.requestBody, ctx.location.child('requestBody'), ctx, (media, location) =>
    eachSchema(media.schema, location.child('schema'), ctx, seen, visit),
  );
}

/** Calls `visit` for each schema of an operation's responses. */
function eachResponseSchema(operation, ctx, seen, visit) {
  for (const [status, response] of Object.entries(operation.responses ?? {}))
    eachMediaType(response, ctx.location.child(['responses', status]), ctx, (media, location) =>
      eachSchema(media.schema, location.child('schema'), ctx, seen, visit),
    );
}

module.exports = { follow, isObject, eachMediaType, eachRequestSchema, eachResponseSchema };
