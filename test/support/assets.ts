// Cyber assets to create: each with a name of its own.
let made = 0;

export const newAsset = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  name: `new asset ${++made}`,
  cyber_system_id: 'cs_cedar_relays',
  asset_type: 'hardware',
  ...fields,
});

/** What the contract promises of a timestamp. */
export const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
