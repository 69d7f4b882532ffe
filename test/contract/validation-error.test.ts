// Checks the messages for requests that break the contract: the field and the correction.
import { contractDocument } from '../../src/contract/document';
import { partsOf } from './schema-parts';
import { compileSchemas, compileValidator } from '../../src/contract/schemas';
import { KEYWORD_MESSAGES } from '../../src/contract/validation/keyword-messages';
import { textFault } from '../../src/contract/validation/text-messages';
import { validationError } from '../../src/contract/validation/validation-error';

const schemas = compileSchemas(contractDocument);

function detailsOf(schema: string, value: unknown): string[] {
  const validate = schemas.of({ $ref: `#/components/schemas/${schema}` });
  const errors = (validate(value) ? [] : schemas.settled(validate)).map((error) => ({
    ...error,
    instancePath: `/body${error.instancePath}`,
  }));
  return validationError(errors).details!.map(({ field, message }) => `${field} ${message}`);
}

const asset = { name: 'MLB345-RTU02', cyber_system_id: 'cs_1', asset_type: 'hardware' };
const evidence = { resourceId: 'tsk_1', resourceType: 'task', description: 'Log' };
const system = { name: 'SCADA', impact_rating: 'medium' };
const task = { title: 'Evaluate patches' };

test.each([
  [
    'CreateCyberAssetRequest',
    { ...asset, cyberSystemId: 'cs_1' },
    ['cyberSystemId is not a known field; did you mean cyber_system_id?'],
  ],
  [
    'CreateCyberAssetRequest',
    { ...asset, id: 'ca_1' },
    ['id is not a known field; known fields: name, cyber_system_id, asset_type'],
  ],
  [
    'CreateCyberAssetRequest',
    {},
    ['name is required', 'cyber_system_id is required', 'asset_type is required'],
  ],
  [
    'CreateCyberAssetRequest',
    { ...asset, asset_type: 'firmware' },
    ['asset_type must be one of hardware, software'],
  ],
  ['CreateCyberAssetRequest', { ...asset, name: null }, ['name must not be null']],
  ['CreateCyberAssetRequest', { ...asset, name: 7 }, ['name must be of type string']],
  ['CreateCyberAssetRequest', [], ['body must be of type object']],
  ['UpdateCyberAssetRequest', { name: 'x'.repeat(256) }, ['name must have at most 255 characters']],
  ['CreateEvidenceRequest', { ...evidence, type: 'note' }, ['noteText is required']],
  [
    'CreateEvidenceRequest',
    { ...evidence, type: 'link', url: 'not a link' },
    ['url must be an absolute http or https URL, such as https://example.com/page, without user information'],
  ],
  [
    'CreateEvidenceRequest',
    { resourceId: 'tsk_1', noteText: 'Seen.' },
    ['resourceType is required', 'type is required'],
  ],
  ['CreateEvidenceRequest', { ...evidence, type: 'photo' }, ['type must be one of file, note, link']],
  [
    'CreateEvidenceRequest',
    { resourceId: 'tsk_1', type: 'photo' },
    ['resourceType is required', 'type must be one of file, note, link'],
  ],
  [
    'CreateEvidenceRequest',
    { ...evidence, type: 'note', noteText: 'x', fileId: 'fl_1' },
    ['fileId is not a known field; known fields: resourceId, resourceType, type, noteText, description'],
  ],
  ['CreateCyberSystemRequest', system, ['body must have exactly one of facility_id and control_center_id']],
  [
    'CreateCyberSystemRequest',
    { ...system, facility_id: 'fac_1', control_center_id: 'cc_1' },
    ['body must have exactly one of facility_id and control_center_id'],
  ],
  ['CreateCyberSystemRequest', {}, ['name is required', 'impact_rating is required']],
  ['CreateCyberSystemRequest', [], ['body must be of type object']],
  [
    'CreateCyberSystemRequest',
    { ...system, control_center_id: 7 },
    ['control_center_id must be of type string'],
  ],
  [
    'CreateCyberSystemRequest',
    { ...system, name: null, facility_id: 'fac_1', control_center_id: 'cc_1' },
    ['name must not be null'],
  ],
  [
    'UpdateCyberSystemRequest',
    { facility_id: 'fac_1', control_center_id: 'cc_1' },
    ['body must not have facility_id and control_center_id together'],
  ],
  [
    'CreateTaskRequest',
    { ...task, relatedResourceId: 'ca_1' },
    ['relatedResourceType is required with relatedResourceId'],
  ],
])('%s %j: %j', (schema, value, details) => {
  expect(detailsOf(schema, value)).toEqual(details);
});

test('a validation error reports at most 20 faults', () => {
  const value = {
    ...asset,
    ...Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`field${index}`, 1])),
  };
  expect(detailsOf('CreateCyberAssetRequest', value)).toHaveLength(20);
});

const ONE_FIELD = { type: 'object', properties: { a: {} } };
/** A schema, a value that it rejects, and the message. */
const SENTENCES: [schema: Record<string, unknown>, value: unknown, message: string][] = [
  [{ type: ['integer', 'string'] }, true, 'must be of type integer or string'],
  [{ enum: ['a', 'b'] }, 'c', 'must be one of a, b'],
  [{ const: 'a' }, 'b', 'must be a'],
  [{ pattern: '^[a-z]+$' }, 'a-b', 'has the character - (U+002D) at position 2; remove it'],
  [{ pattern: '^[a-z]+:[a-z]+$' }, 'a', 'has a form that the contract does not allow'],
  [{ format: 'uuid' }, 'a', 'must be a valid uuid'],
  [{ format: 'entity-tag' }, 'a', 'must be an entity tag in quotes, for example "Zk3vJ0qHkN2l8mXyT1cUaw"'],
  [{ minLength: 1 }, '', 'must not be empty'],
  [{ minLength: 2 }, 'a', 'must have at least 2 characters'],
  [{ maxLength: 1 }, 'ab', 'must have at most 1 character'],
  [{ maxLength: 1000 }, 'a'.repeat(1001), 'must have at most 1,000 characters'],
  [{ minimum: 2 }, 1, 'must be at least 2'],
  [{ maximum: 2 }, 3, 'must be at most 2'],
  [{ exclusiveMinimum: 2 }, 2, 'must be greater than 2'],
  [{ exclusiveMaximum: 2 }, 2, 'must be less than 2'],
  [{ multipleOf: 5 }, 7, 'must be a multiple of 5'],
  [{ minItems: 1 }, [], 'must have at least 1 entry'],
  [{ minItems: 2 }, [1], 'must have at least 2 entries'],
  [{ maxItems: 1 }, [1, 2], 'must have at most 1 entry'],
  [{ maxItems: 2 }, [1, 2, 3], 'must have at most 2 entries'],
  [{ uniqueItems: true }, ['a', 'b', 'a'], 'has the same entry at 0 and 2; remove one'],
  [{ contains: { const: 1 } }, [2], 'must have at least 1 entry of the required kind'],
  [{ prefixItems: [{}], unevaluatedItems: false }, [1, 2], 'must have at most 1 entry'],
  [{ required: ['a'] }, {}, 'is required'],
  [{ dependentRequired: { a: ['b'] } }, { a: 1 }, 'is required with a'],
  [{ ...ONE_FIELD, additionalProperties: false }, { A: 1 }, 'is not a known field; did you mean a?'],
  [{ ...ONE_FIELD, unevaluatedProperties: false }, { b: 1 }, 'is not a known field; known fields: a'],
  [{ propertyNames: { maxLength: 1 } }, { ab: 1 }, 'has the field "ab", whose name is not allowed'],
  [{ minProperties: 1 }, {}, 'must have at least 1 field'],
  [{ maxProperties: 1 }, { a: 1, b: 2 }, 'must have at most 1 field'],
  [{ oneOf: [{ const: 1 }, { const: 2 }] }, 3, 'matches none of the allowed schemas'],
  [{ anyOf: [{ const: 1 }, { const: 2 }] }, 3, 'must be 1'],
  [{ not: { required: ['a', 'b'] } }, { a: 1, b: 2 }, 'must not have a and b together'],
  [{ not: { const: 1 } }, 1, 'has a value that is not allowed'],
  [{ if: { const: 1 }, then: false }, 1, 'must be absent'],
];

test.each(SENTENCES)('%j rejects %j: %s', (schema, value, message) => {
  const validate = compileValidator({ properties: { body: schema } });
  expect(validate({ body: value })).toBe(false);
  const messages = validationError(validate.errors!).details!.map((detail) => detail.message);
  expect(messages).toContain(message);
});

/** Keywords that reject no value by themselves. */
const SILENT =
  /^(\$ref|type|title|description|default|examples?|readOnly|properties|items|allOf|contentMediaType|discriminator|x-.+)$/;

function* schemasIn(part: unknown): Generator<Record<string, unknown>> {
  if (typeof part !== 'object' || part === null) return;
  yield part as Record<string, unknown>;
  for (const member of partsOf({ ...part, dependentRequired: undefined, discriminator: undefined }))
    yield* schemasIn(member);
}

test('each keyword and format of a schema of the contract has a sentence of its own', () => {
  const { components, paths } = contractDocument;
  const roots = [...schemasIn(paths), ...schemasIn(components)].flatMap(({ schema }) => schema ?? []);
  const all = [...Object.values(components.schemas!), ...roots].flatMap((root) => [...schemasIn(root)]);
  const keywords = new Set(all.flatMap((schema) => (Array.isArray(schema) ? [] : Object.keys(schema))));
  const loud = [...keywords].filter((keyword) => !SILENT.test(keyword));
  expect(loud.filter((keyword) => !Object.hasOwn(KEYWORD_MESSAGES, keyword))).toEqual([]);
  expect(loud.length).toBeGreaterThan(12);
  const formats = new Set(all.flatMap(({ format }) => (typeof format === 'string' ? [format] : [])));
  const generic = [...formats].filter((format) => textFault({ format }, '\0').startsWith('must be a valid'));
  expect(generic.sort()).toEqual(['binary', 'int32']);
});

test('each sentence for a keyword is in the table', () => {
  const tested = SENTENCES.flatMap(([schema]) => Object.keys(schema));
  const own = ['false schema', 'choice', 'undeclared', 'undeclaredParameter', 'repeatedParameter'];
  expect(Object.keys(KEYWORD_MESSAGES).filter((keyword) => !tested.includes(keyword))).toEqual(own);
});
