// What the bounding rules ask of a schema's type.

/** Whether the schema admits values of the type; `type` may be a list. */
const hasType = (schema, type) => [schema?.type].flat().includes(type);

/** Whether the schema lists its values, which bounds them. */
const isListed = (schema) => schema.enum !== undefined || schema.const !== undefined;

module.exports = { hasType, isListed };
