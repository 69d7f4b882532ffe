// Type helpers of the bounded-* rules.

/** Returns whether the schema allows values of the type. */
const hasType = (schema, type) => [schema?.type].flat().includes(type);

/** Returns whether the schema lists its values. */
const isListed = (schema) => schema.enum !== undefined || schema.const !== undefined;

module.exports = { hasType, isListed };
