// Lists small faults, each with the rule that must report it. A fault is a location in the sound document and
// the value to set there.
import { join } from 'node:path';

export interface Fault {
  rule: string;
  fault: string;
  at: (string | number)[];
  /** The value to set. With undefined, the location is removed. */
  put?: unknown;
}

const post = ['paths', '/pumps', 'post'];
const get = ['paths', '/pumps/{id}', 'get'];
const patch = ['paths', '/pumps/{id}', 'patch'];
const media = ['content', 'application/json'];
const schemas = ['components', 'schemas'];
const pump = [...schemas, 'Pump', 'properties'];
const request = [...schemas, 'CreatePumpRequest'];
const transitions = [...request, 'properties', 'status', 'x-transitions'];
const spare = [...request, 'properties', 'spare_id'];
const text = { type: 'string', pattern: '^[ -~]*$', maxLength: 20 };
const open = { type: 'object', properties: { name: text } };

/** Patterns that engines read differently, or that do not compile. */
const UNPORTABLE = [
  '^\\p{L}+$',
  '^\\s*$',
  '^\\d+$',
  '^.+$',
  '^\\u0041$',
  '^\\x41$',
  '^\\t$',
  '^"a"$',
  '^ß$',
  '^(?=a)a$',
  '^[🔌]$',
  '^[^a]$',
  '^[a[b]$',
];

const house: Fault[] = [
  { rule: 'operation-availability', fault: 'no availability', at: [...post, 'x-availability'] },
  {
    rule: 'operation-availability',
    fault: 'an unknown availability',
    at: [...post, 'x-availability'],
    put: 'soon',
  },

  { rule: 'operation-permission', fault: 'no permission', at: [...post, 'x-permission'] },
  {
    rule: 'operation-permission',
    fault: 'a permission with an unknown action',
    at: [...post, 'x-permission'],
    put: 'pumps:admin',
  },

  { rule: 'sunset-date', fault: 'a sunset that is not a date', at: [...post, 'x-sunset'], put: 'soon' },
  {
    rule: 'sunset-date',
    fault: 'a sunset on a nonexistent date',
    at: [...post, 'x-sunset'],
    put: '2027-02-31',
  },
  { rule: 'sunset-date', fault: 'a sunset in a list', at: [...post, 'x-sunset'], put: ['2027-01-31'] },

  {
    rule: 'transitions',
    fault: 'a transition on an unknown operation',
    at: [...transitions, 0, 'on'],
    put: 'buildPump',
  },
  {
    rule: 'transitions',
    fault: 'a transition from an unknown status',
    at: [...transitions, 1, 'from'],
    put: ['new', 'old'],
  },
  { rule: 'transitions', fault: 'a transition without a target', at: [...transitions, 1, 'to'] },
  { rule: 'transitions', fault: 'a transition with another key', at: [...transitions, 1, 'by'], put: 'me' },
  { rule: 'transitions', fault: 'a status that is not reached', at: [...transitions, 1, 'to'], put: 'new' },

  {
    rule: 'references',
    fault: 'a reference to an unknown kind',
    at: [...spare, 'x-references'],
    put: 'Valve',
  },
  {
    rule: 'references',
    fault: 'a reference to a list with an unknown kind',
    at: [...spare, 'x-references'],
    put: ['Pump', 'Valve'],
  },
  { rule: 'references', fault: 'a reference that is not a name', at: [...spare, 'x-references'], put: true },
  {
    rule: 'references',
    fault: 'a reference by an absent sibling',
    at: [...request, 'properties', 'sourceType'],
  },
  {
    rule: 'references',
    fault: 'a reference by a value without a schema',
    at: [...request, 'properties', 'sourceType', 'enum'],
    put: ['pump', 'control_valve'],
  },
  { rule: 'references', fault: 'an id in a request without x-references', at: [...spare, 'x-references'] },
  {
    rule: 'references',
    fault: 'a list of ids in a request without x-references',
    at: [...request, 'properties', 'followerIds', 'items'],
    put: text,
  },

  {
    rule: 'summary-length',
    fault: 'a summary of eight words',
    at: [...get, 'summary'],
    put: 'Get a pump out of its own house',
  },
  { rule: 'summary-length', fault: 'a summary with a period', at: [...get, 'summary'], put: 'Get a pump.' },
  { rule: 'summary-length', fault: 'no description', at: [...get, 'description'] },
  {
    rule: 'summary-length',
    fault: 'a description no longer than the summary',
    at: [...get, 'description'],
    put: 'Gets pump',
  },

  {
    rule: 'examples-present',
    fault: 'a parameter without examples',
    at: [...get, 'parameters', 0, 'examples'],
  },
  {
    rule: 'examples-present',
    fault: 'a request without examples',
    at: [...post, 'requestBody', ...media, 'examples'],
  },
  {
    rule: 'examples-present',
    fault: 'an empty map of examples',
    at: [...post, 'requestBody', ...media, 'examples'],
    put: {},
  },
  {
    rule: 'examples-present',
    fault: 'a success without examples',
    at: [...get, 'responses', '200', ...media, 'examples'],
  },
  {
    rule: 'examples-present',
    fault: 'an example without a value',
    at: [...get, 'parameters', 0, 'examples', 'boosterPump'],
    put: { summary: 'A pump' },
  },

  {
    rule: 'shared-error-responses',
    fault: 'an inline error response',
    at: [...get, 'responses', '404'],
    put: { description: 'Not found.' },
  },
  {
    rule: 'shared-error-responses',
    fault: 'an inline 409 without examples',
    at: [...post, 'responses', '409'],
    put: { description: 'The name is taken.' },
  },

  { rule: 'complete-errors', fault: 'no default', at: [...get, 'responses', 'default'] },
  { rule: 'complete-errors', fault: 'no 304 for a conditional GET', at: [...get, 'responses', '304'] },
  { rule: 'complete-errors', fault: 'no 404 with a path parameter', at: [...get, 'responses', '404'] },
  { rule: 'complete-errors', fault: 'no 403 for a PATCH', at: [...patch, 'responses', '403'] },
  { rule: 'complete-errors', fault: 'no 409 for a POST', at: [...post, 'responses', '409'] },
  { rule: 'complete-errors', fault: 'no 422 for a POST', at: [...post, 'responses', '422'] },
  { rule: 'complete-errors', fault: 'no 412 for a PATCH', at: [...patch, 'responses', '412'] },
  { rule: 'complete-errors', fault: 'no 413 with a body', at: [...patch, 'responses', '413'] },
  { rule: 'complete-errors', fault: 'no 501 for a planned operation', at: [...post, 'responses', '501'] },
  {
    rule: 'complete-errors',
    fault: '501 for an available operation',
    at: [...get, 'responses', '501'],
    put: { $ref: '#/components/responses/Problem' },
  },

  { rule: 'bounded-numbers', fault: 'an integer without a maximum', at: [...pump, 'flow', 'maximum'] },
  {
    rule: 'bounded-numbers',
    fault: 'a nullable number without a minimum',
    at: [...request, 'properties', 'flow', 'exclusiveMinimum'],
  },
  { rule: 'bounded-numbers', fault: 'an integer without a format', at: [...pump, 'flow', 'format'] },

  { rule: 'bounded-strings', fault: 'a string without maxLength', at: [...schemas, 'PumpId', 'maxLength'] },
  {
    rule: 'bounded-strings',
    fault: 'a format without a length limit',
    at: [...pump, 'madeAt', 'format'],
    put: 'uri',
  },

  ...UNPORTABLE.map((pattern) => ({
    rule: 'portable-patterns',
    fault: `the pattern ${pattern}`,
    at: [...pump, 'part', 'allOf', 1, 'properties', 'label', 'pattern'],
    put: pattern,
  })),

  { rule: 'request-patterns', fault: 'a text without a pattern in a body', at: [...spare, 'format'] },
  {
    rule: 'request-patterns',
    fault: 'a text with an unknown format behind a $ref',
    at: [...schemas, 'NewPart', 'properties', 'name', 'format'],
    put: 'single-line-txt',
  },

  {
    rule: 'bounded-request-arrays',
    fault: 'an array without maxItems in a body',
    at: [...request, 'properties', 'parts', 'maxItems'],
  },
  {
    rule: 'bounded-request-arrays',
    fault: 'an array without maxItems in a parameter',
    at: [...get, 'parameters', 1, 'schema', 'maxItems'],
  },

  { rule: 'closed-requests', fault: 'an open body', at: [...request, 'additionalProperties'] },
  {
    rule: 'closed-requests',
    fault: 'an open object behind a $ref',
    at: [...schemas, 'NewPart', 'additionalProperties'],
  },
  {
    rule: 'closed-requests',
    fault: 'an open object among items',
    at: [...request, 'properties', 'parts', 'items'],
    put: open,
  },
  {
    rule: 'closed-requests',
    fault: 'an open object in oneOf',
    at: [...request, 'properties', 'extra', 'oneOf', 0],
    put: open,
  },
  {
    rule: 'closed-requests',
    fault: 'an open object in allOf',
    at: [...request, 'properties', 'extra', 'allOf'],
    put: [open, { ...open, additionalProperties: false }],
  },
  {
    rule: 'closed-requests',
    fault: 'an open object that an allOf also references',
    at: [...request, 'properties', 'extra'],
    put: {
      type: 'object',
      additionalProperties: false,
      allOf: [{ $ref: '#/components/schemas/CreatePumpRequest/properties/extra/properties/whole' }],
      properties: {
        name: text,
        whole: { properties: { name: text } },
      },
    },
  },

  {
    rule: 'open-responses',
    fault: 'a closed response',
    at: [...schemas, 'Pump', 'additionalProperties'],
    put: false,
  },
  {
    rule: 'open-responses',
    fault: 'a closed object behind allOf and a $ref',
    at: [...schemas, 'Part', 'additionalProperties'],
    put: false,
  },

  {
    rule: 'known-extensions',
    fault: 'an unknown extension of an operation',
    at: [...get, 'x-team'],
    put: 'pumps',
  },
  {
    rule: 'known-extensions',
    fault: 'an unknown extension of a schema',
    at: [...pump, 'flow', 'x-unit'],
    put: 'm3/h',
  },
  {
    rule: 'known-extensions',
    fault: 'an unknown extension next to a $ref',
    at: [...pump, 'part', 'allOf', 0, 'x-team'],
    put: 'parts',
  },

  {
    rule: 'provisional-only-in-planned',
    fault: 'a provisional parameter',
    at: [...get, 'parameters', 1, 'x-provisional'],
    put: true,
  },
  {
    rule: 'provisional-only-in-planned',
    fault: 'a deeply nested provisional schema',
    at: [...schemas, 'Part', 'x-provisional'],
    put: true,
  },
  {
    rule: 'provisional-only-in-planned',
    fault: 'a provisional mark next to a $ref',
    at: [...pump, 'part', 'allOf', 0, 'x-provisional'],
    put: true,
  },

  {
    rule: 'stated-promises',
    fault: 'a sentence that calls a fixed part provisional',
    at: [...pump, 'id', 'description'],
    put: 'Its id. The form is provisional.',
  },
  {
    rule: 'stated-promises',
    fault: 'a value of a provisional schema that a sentence alone calls fixed',
    at: [...request, 'properties', 'kind'],
    put: {
      ...text,
      description: 'A kind. `new` is fixed; the other value is provisional.',
      enum: ['new', 'old'],
      'x-provisional': true,
    },
  },
  {
    rule: 'stated-promises',
    fault: 'a fixed value that the schema does not have',
    at: [...request, 'properties', 'kind'],
    put: { ...text, enum: ['new'], 'x-provisional': true, 'x-fixed': ['old'] },
  },
  {
    rule: 'stated-promises',
    fault: 'a status that a sentence calls final, and that a transition leaves',
    at: [...request, 'properties', 'status', 'description'],
    put: 'The status. `open` is final.',
  },
  {
    rule: 'local-references',
    fault: 'a reference to a file outside of the folder of the document',
    at: [...pump, 'spare'],
    put: { $ref: join(__dirname, 'outside.json') },
  },
];

const redocly: Fault[] = [
  {
    rule: 'no-invalid-media-type-examples',
    fault: 'an example that does not match its schema',
    at: [...get, 'responses', '200', ...media, 'examples', 'boosterPump', 'value', 'flow'],
    put: 101,
  },
  {
    rule: 'no-invalid-parameter-examples',
    fault: 'a parameter example that does not match its schema',
    at: [...get, 'parameters', 0, 'examples', 'boosterPump', 'value'],
    put: 5,
  },
  {
    rule: 'no-invalid-schema-examples',
    fault: 'a schema example that does not match its schema',
    at: [...schemas, 'PumpId', 'examples', 0],
    put: '',
  },
  {
    rule: 'no-unresolved-refs',
    fault: 'a broken reference',
    at: [...pump, 'spare'],
    put: { $ref: '#/components/schemas/Spare' },
  },
  { rule: 'operation-operationId', fault: 'no operationId', at: [...get, 'operationId'] },
  {
    rule: 'no-unused-components',
    fault: 'an unused component',
    at: [...schemas, 'Spare'],
    put: { type: 'boolean' },
  },
];

export const faults: Fault[] = [...house.map((one) => ({ ...one, rule: `house/${one.rule}` })), ...redocly];
