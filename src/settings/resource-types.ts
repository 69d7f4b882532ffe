// What the activity can be filtered by: the kinds of records that this server changes so far.

/** By the contract's names. */
export const RESOURCE_TYPES = [
  'api-key',
  'control-center',
  'cyber-asset',
  'cyber-system',
  'facility',
  'invitation',
  'organization',
  'user',
];

/** `api-key` is read as `API key`. */
export const typeName = (type: string): string =>
  type === 'api-key' ? 'API key' : type.charAt(0).toUpperCase() + type.slice(1).replaceAll('-', ' ');
