// The form of a map, as a JSON Schema.
import { FORMATS } from '../source/read';

const text = { type: 'string', minLength: 1, maxLength: 255 };
const columns = { type: ['string', 'array'], minLength: 1, minItems: 1, items: text };
const scalar = { type: ['string', 'number', 'boolean'] };
const encodings = { enum: ['utf-8', 'windows-1252', 'iso-8859-1', 'utf-16le', 'utf-16be'] };

const closed = (required: string[], properties: Record<string, unknown>) => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});

const field = {
  type: ['string', 'object'],
  minLength: 1,
  additionalProperties: false,
  properties: {
    column: columns,
    value: text,
    values: { type: 'object', additionalProperties: text },
    other: text,
    empty: text,
  },
};

const rowRules = {
  type: 'array',
  minItems: 1,
  items: closed(['column', 'values'], {
    column: columns,
    values: { type: 'array', minItems: 1, items: scalar },
  }),
};

export const MAP_SCHEMA = closed(['source', 'key', 'fields'], {
  source: closed(['name'], {
    name: {
      type: 'string',
      minLength: 1,
      maxLength: 63,
      pattern: '^[a-z0-9][a-z0-9._-]*$',
      description: 'small letters, digits, dots, hyphens and underscores.',
    },
    format: { enum: FORMATS },
    encoding: encodings,
    delimiter: { type: 'string', minLength: 1, maxLength: 1 },
    rows: text,
  }),
  key: text,
  fields: closed(['name', 'asset_type', 'cyber_system'], {
    name: field,
    asset_type: field,
    cyber_system: field,
    site: field,
  }),
  only: rowRules,
  except: rowRules,
  adopt: { enum: ['exact', 'ignore-case'] },
});
