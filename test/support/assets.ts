// Builds request bodies of cyber assets with unique names.
let count = 0;

export const newAsset = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  name: `new asset ${++count}`,
  cyber_system_id: 'cs_cedar_relays',
  asset_type: 'hardware',
  ...fields,
});

/** Timestamp format of the contract: ISO 8601 in UTC with milliseconds. */
export const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** Matches a CSV file in which every cell is quoted. */
export const QUOTED_CSV = /^(?:"(?:[^"]|"")*"(?:,|\r\n))+$/;
