// Lists planted changes of requests.
import { fields, operation, type Planted, schemas } from './world';

const BODY = 'createAsset | request body application/json';
const create = (document: unknown) => fields(document, 'CreateAsset');
const parameter = (document: unknown, index: number) => operation(document, 'listAssets').parameters[index];
const breaking = (rule: string, where: string) => [`breaking request-${rule} ${BODY}${where}`];
const compatible = (rule: string, where: string) => [`compatible request-${rule} ${BODY}${where}`];
/** An `allOf` of two parts with one field each. */
const inParts =
  (whole: object, part: object = {}) =>
  (document: unknown) =>
    (create(document).notes = {
      type: 'object',
      allOf: [{ type: 'object', properties: { a: { type: 'string' } }, ...part }],
      properties: { b: { type: 'string' } },
      ...whole,
    });
const when = (then: object) => (document: unknown) =>
  Object.assign(schemas(document).CreateAsset, { if: { required: ['email'] }, then });
/** A short text that begins with A matches both. */
const overlapping = (keyword: string) => ({
  [keyword]: [
    { type: 'string', maxLength: 3 },
    { type: 'string', pattern: '^A' },
  ],
});

export const REQUESTS: Planted[] = [
  {
    name: 'a field is removed',
    mutate: (d) => delete create(d).notes,
    expected: breaking('field-removed', ': notes'),
  },
  {
    name: 'an optional field is added',
    mutate: (d) => (create(d).serial = { type: 'string' }),
    expected: compatible('field-added', ': serial'),
  },
  {
    name: 'a required field is added',
    mutate: (d) => {
      create(d).serial = { type: 'string' };
      schemas(d).CreateAsset.required.push('serial');
    },
    expected: [`breaking request-required-field-added ${BODY}: serial`],
  },
  {
    name: 'a field becomes required',
    mutate: (d) => schemas(d).CreateAsset.required.push('code'),
    expected: breaking('field-became-required', ': code'),
  },
  {
    name: 'a field becomes optional',
    mutate: (d) => delete schemas(d).CreateAsset.required,
    expected: compatible('field-became-optional', ': name'),
  },
  {
    name: 'a field becomes read-only',
    mutate: (d) => (create(d).code.readOnly = true),
    expected: breaking('field-read-only', ': code'),
  },
  {
    name: 'a type changes',
    mutate: (d) => (create(d).code = { type: 'boolean' }),
    expected: breaking('type-changed', ': code'),
  },
  {
    name: 'number becomes integer',
    mutate: (d) => (create(d).price.type = 'integer'),
    expected: breaking('type-narrowed', ': price'),
  },
  {
    name: 'integer becomes number',
    mutate: (d) => (create(d).count.type = 'number'),
    expected: compatible('type-widened', ': count'),
  },
  {
    name: 'a type is added',
    mutate: (d) => (create(d).price.type = ['number', 'string']),
    expected: compatible('type-widened', ': price'),
  },
  {
    name: 'null is no longer allowed',
    mutate: (d) => (create(d).notes.type = 'string'),
    expected: breaking('null-refused', ': notes'),
  },
  {
    name: 'null is allowed',
    mutate: (d) => (create(d).code.type = ['string', 'null']),
    expected: compatible('null-allowed', ': code'),
  },
  {
    name: 'a length limit is tightened',
    mutate: (d) => (create(d).name.maxLength = 100),
    expected: breaking('limit-tightened', ': name'),
  },
  {
    name: 'a length limit is loosened',
    mutate: (d) => (create(d).name.maxLength = 200),
    expected: compatible('limit-loosened', ': name'),
  },
  {
    name: 'a length limit is removed',
    mutate: (d) => delete create(d).name.maxLength,
    expected: compatible('limit-loosened', ': name'),
  },
  {
    name: 'minLength is raised',
    mutate: (d) => (create(d).name.minLength = 3),
    expected: breaking('limit-tightened', ': name'),
  },
  {
    name: 'maximum is lowered',
    mutate: (d) => (create(d).count.maximum = 99),
    expected: breaking('limit-tightened', ': count'),
  },
  {
    name: 'maximum becomes exclusive',
    mutate: (d) => (create(d).count = { type: 'integer', exclusiveMinimum: 0, maximum: 100 }),
    expected: breaking('limit-tightened', ': count'),
  },
  {
    name: 'a number limit is added',
    mutate: (d) => (create(d).price.minimum = -5),
    expected: breaking('limit-tightened', ': price'),
  },
  {
    name: 'multipleOf is added',
    mutate: (d) => (create(d).count.multipleOf = 5),
    expected: breaking('limit-tightened', ': count'),
  },
  {
    name: 'maxItems is lowered',
    mutate: (d) => (create(d).tags.maxItems = 5),
    expected: breaking('limit-tightened', ': tags'),
  },
  {
    name: 'items must be unique',
    mutate: (d) => (create(d).tags.uniqueItems = true),
    expected: breaking('limit-tightened', ': tags'),
  },
  {
    name: 'minItems changes from 1 to 0',
    mutate: (d) => (create(d).tags.minItems = 0),
    expected: compatible('limit-loosened', ': tags'),
  },
  {
    name: 'the item type changes',
    mutate: (d) => (create(d).tags.items.type = 'integer'),
    expected: breaking('type-changed', ': tags[]'),
  },
  {
    name: 'the type of additionalProperties changes',
    mutate: (d) => (create(d).labels.additionalProperties.type = 'integer'),
    expected: breaking('type-changed', ': labels.*'),
  },
  {
    name: 'minProperties is added to a map',
    mutate: (d) => (create(d).labels.minProperties = 1),
    expected: breaking('limit-tightened', ': labels'),
  },
  {
    name: 'minProperties is not above the number of required fields',
    mutate: (d) => (schemas(d).CreateAsset.minProperties = 1),
    expected: [],
  },
  {
    name: 'minProperties is above the number of required fields',
    mutate: (d) => (schemas(d).CreateAsset.minProperties = schemas(d).CreateAsset.required.length + 1),
    expected: breaking('limit-tightened', ''),
  },
  {
    name: 'maxProperties is added to a map',
    mutate: (d) => (create(d).labels.maxProperties = 3),
    expected: breaking('limit-tightened', ': labels'),
  },
  {
    name: 'a pattern is added',
    mutate: (d) => (create(d).name.pattern = '\\S'),
    expected: breaking('pattern-added', ': name'),
  },
  {
    name: 'a pattern changes',
    mutate: (d) => (create(d).code.pattern = '^[A-Z0-9]+$'),
    expected: breaking('pattern-changed', ': code'),
  },
  {
    name: 'a pattern is removed',
    mutate: (d) => delete create(d).code.pattern,
    expected: compatible('pattern-removed', ': code'),
  },
  {
    name: 'a format is added',
    mutate: (d) => (create(d).code.format = 'uuid'),
    expected: breaking('format-added', ': code'),
  },
  {
    name: 'a format changes',
    mutate: (d) => (create(d).email.format = 'idn-email'),
    expected: breaking('format-changed', ': email'),
  },
  {
    name: 'a format is removed',
    mutate: (d) => delete create(d).email.format,
    expected: compatible('format-removed', ': email'),
  },
  {
    name: 'const is added',
    mutate: (d) => (create(d).email.const = 'a@example.com'),
    expected: breaking('values-restricted', ': email'),
  },
  {
    name: 'not is added',
    mutate: (d) => (create(d).name.not = { const: 'admin' }),
    expected: breaking('constraint-added', ': name'),
  },
  {
    name: 'not changes inside a component',
    before: (d) => {
      schemas(d).Reserved = { enum: ['admin'] };
      create(d).name.not = { $ref: '#/components/schemas/Reserved' };
    },
    mutate: (d) => schemas(d).Reserved.enum.push('root'),
    expected: breaking('constraint-changed', ': name'),
  },
  {
    name: 'a dependency between fields is added',
    mutate: (d) => (schemas(d).CreateAsset.dependentRequired = { code: ['price'] }),
    expected: breaking('constraint-added', ''),
  },
  {
    name: 'anyOf requires one of two fields',
    mutate: (d) => (schemas(d).CreateAsset.anyOf = [{ required: ['code'] }, { required: ['email'] }]),
    expected: breaking('constraint-added', ''),
  },
  {
    name: 'a field gets a second name and anyOf requires one of them',
    mutate: (d) => {
      create(d).title = { type: 'string' };
      delete schemas(d).CreateAsset.required;
      schemas(d).CreateAsset.anyOf = [{ required: ['name'] }, { required: ['title'] }];
    },
    expected: [...compatible('field-became-optional', ': name'), ...compatible('field-added', ': title')],
  },
  {
    name: 'a field gets a second name and oneOf requires one of them',
    mutate: (d) => {
      create(d).title = { type: 'string' };
      schemas(d).CreateAsset.oneOf = [{ required: ['name'] }, { required: ['title'] }];
    },
    expected: [...compatible('field-added', ': title'), ...breaking('constraint-added', '')],
  },
  {
    name: 'anyOf of two field names is replaced by one required field',
    before: (d) => {
      create(d).title = { type: 'string' };
      delete schemas(d).CreateAsset.required;
      schemas(d).CreateAsset.anyOf = [{ required: ['name'] }, { required: ['title'] }];
    },
    mutate: (d) => (delete schemas(d).CreateAsset.anyOf, (schemas(d).CreateAsset.required = ['name'])),
    expected: breaking('field-became-required', ': name'),
  },
  {
    name: 'anyOf requires one of two fields beside a branch that matches nothing',
    mutate: (d) => (schemas(d).CreateAsset.anyOf = [false, { required: ['code'] }, { required: ['email'] }]),
    expected: breaking('constraint-added', ''),
  },
  {
    name: 'anyOf requires one of two fields and one is read-only',
    before: (d) => (
      (create(d).id = { type: 'string', readOnly: true }),
      schemas(d).CreateAsset.required.push('id')
    ),
    mutate: (d) => (schemas(d).CreateAsset.anyOf = [{ required: ['id'] }, { required: ['code'] }]),
    expected: breaking('constraint-added', ''),
  },
  {
    name: 'a field is deprecated',
    mutate: (d) => (create(d).code.deprecated = true),
    expected: [`notice request-field-deprecated ${BODY}: code`],
  },
  {
    name: 'a field with a reference is deprecated',
    mutate: (d) => (create(d).rating.deprecated = true),
    expected: [`notice request-field-deprecated ${BODY}: rating`],
  },
  {
    name: 'the target of a reference is deprecated',
    before: (d) => (create(d).owner = { $ref: '#/components/schemas/Owner' }),
    mutate: (d) => (create(d).owner.deprecated = true),
    expected: [`notice request-field-deprecated ${BODY}: owner`],
  },
  {
    name: 'a field is no longer deprecated',
    before: (d) => (create(d).code.deprecated = true),
    mutate: (d) => delete create(d).code.deprecated,
    expected: compatible('field-undeprecated', ': code'),
  },
  {
    name: 'unlisted fields are allowed',
    mutate: (d) => delete schemas(d).CreateAsset.additionalProperties,
    expected: compatible('other-fields-allowed', ''),
  },
  {
    name: 'unlisted fields are forbidden',
    mutate: (d) => (schemas(d).Owner.additionalProperties = false),
    before: (d) => (create(d).owner = { $ref: '#/components/schemas/Owner' }),
    expected: [
      `breaking request-other-fields-refused ${BODY}: owner`,
      'compatible response-other-fields-refused listAssets | response 200 application/json: data[].owner',
    ],
  },
  {
    name: 'a field pattern is removed and other fields are forbidden',
    before: (d) => (schemas(d).CreateAsset.patternProperties = { '^x-': { type: 'string' } }),
    mutate: (d) => delete schemas(d).CreateAsset.patternProperties,
    expected: breaking('field-removed', ': *(^x-)'),
  },
  {
    name: 'a field pattern is added and other fields are forbidden',
    mutate: (d) => (schemas(d).CreateAsset.patternProperties = { '^x-': { type: 'string' } }),
    expected: compatible('field-added', ': *(^x-)'),
  },
  {
    name: 'a field pattern is added and other fields are unrestricted',
    before: (d) => delete schemas(d).CreateAsset.additionalProperties,
    mutate: (d) => (schemas(d).CreateAsset.patternProperties = { '^x-': { type: 'string' } }),
    expected: breaking('type-narrowed', ': *(^x-)'),
  },
  {
    name: 'the type of a field pattern changes',
    before: (d) => (schemas(d).CreateAsset.patternProperties = { '^x-': { type: 'string' } }),
    mutate: (d) => (schemas(d).CreateAsset.patternProperties = { '^x-': { type: 'boolean' } }),
    expected: breaking('type-changed', ': *(^x-)'),
  },
  {
    name: 'additionalProperties replaces unevaluatedProperties and forbids the fields of another allOf part',
    before: inParts({ unevaluatedProperties: false }),
    mutate: inParts({ additionalProperties: false }),
    expected: breaking('field-removed', ': notes.a'),
  },
  {
    name: 'unevaluatedProperties replaces additionalProperties',
    before: inParts({ additionalProperties: false }),
    mutate: inParts({ unevaluatedProperties: false }),
    expected: compatible('field-added', ': notes.a'),
  },
  {
    name: 'an allOf part forbids the fields of the others',
    before: inParts({ unevaluatedProperties: false }),
    mutate: inParts({ unevaluatedProperties: false }, { additionalProperties: false }),
    expected: breaking('field-removed', ': notes.b'),
  },
  {
    name: 'an allOf part allows every field',
    before: inParts({ unevaluatedProperties: false }),
    mutate: inParts({ unevaluatedProperties: false }, { additionalProperties: true }),
    expected: compatible('other-fields-allowed', ': notes'),
  },
  {
    name: 'a condition that evaluates a field is removed and unevaluated fields are forbidden',
    before: inParts({ unevaluatedProperties: false, dependentSchemas: { a: { properties: { c: {} } } } }),
    mutate: inParts({ unevaluatedProperties: false }),
    expected: breaking('constraint-changed', ': notes'),
  },
  {
    name: 'minContains changes from 0 to 1',
    before: (d) =>
      Object.assign(create(d).tags, { contains: { const: 'a' }, minContains: 0, maxContains: 3 }),
    mutate: (d) => delete create(d).tags.minContains,
    expected: breaking('limit-tightened', ': tags'),
  },
  {
    name: 'minContains changes from 1 to 0',
    before: (d) => (create(d).tags.contains = { const: 'a' }),
    mutate: (d) => (create(d).tags.minContains = 0),
    expected: compatible('constraint-removed', ': tags'),
  },
  {
    name: 'a branch is removed',
    mutate: (d) => create(d).place.oneOf.pop(),
    expected: breaking('branch-removed', ': place'),
  },
  {
    name: 'a branch is added',
    mutate: (d) => create(d).place.oneOf.push({ type: 'string' }),
    expected: compatible('branch-added', ': place'),
  },
  {
    name: 'oneOf replaces anyOf with overlapping branches',
    before: (d) => (create(d).notes = overlapping('anyOf')),
    mutate: (d) => (create(d).notes = overlapping('oneOf')),
    expected: breaking('constraint-added', ': notes'),
  },
  {
    name: 'anyOf replaces oneOf with overlapping branches',
    before: (d) => (create(d).notes = overlapping('oneOf')),
    mutate: (d) => (create(d).notes = overlapping('anyOf')),
    expected: compatible('constraint-removed', ': notes'),
  },
  {
    name: 'a branch restricts a field beside the union',
    before: (d) => (schemas(d).CreateAsset.anyOf = [{ required: ['code'] }, { required: ['email'] }]),
    mutate: (d) =>
      (schemas(d).CreateAsset.anyOf = [
        { required: ['code'], properties: { price: { type: 'number', maximum: 3 } } },
        { required: ['email'] },
      ]),
    expected: [...breaking('constraint-added', ''), ...compatible('field-added', ': (object 1).price')],
  },
  {
    name: 'an integer format becomes wider',
    before: (d) => (create(d).price = { type: 'integer', format: 'int32' }),
    mutate: (d) => (create(d).price.format = 'int64'),
    expected: compatible('limit-loosened', ': price'),
  },
  {
    name: 'an integer format becomes narrower',
    before: (d) => (create(d).price = { type: 'integer', format: 'int64' }),
    mutate: (d) => (create(d).price.format = 'int32'),
    expected: breaking('limit-tightened', ': price'),
  },
  {
    name: 'an integer gets a format that its bounds exceed',
    before: (d) => (create(d).count.maximum = 3_000_000_000),
    mutate: (d) => (create(d).count.format = 'int32'),
    expected: breaking('format-added', ': count'),
  },
  {
    name: 'an integer gets a format and bounds within it',
    before: (d) => (create(d).price.type = 'integer'),
    mutate: (d) => Object.assign(create(d).price, { format: 'int64', minimum: 0, maximum: 9 }),
    expected: [...breaking('limit-tightened', ': price'), ...breaking('limit-tightened', ': price')],
  },
  {
    name: 'a number with bounds gets an integer format',
    mutate: (d) => Object.assign(create(d).price, { format: 'int32' }),
    before: (d) => Object.assign(create(d).price, { minimum: 0, maximum: 9 }),
    expected: breaking('format-added', ': price'),
  },
  {
    name: 'a pattern replaces the empty pattern',
    before: (d) => (create(d).code.pattern = ''),
    mutate: (d) => (create(d).code.pattern = '^A'),
    expected: breaking('pattern-added', ': code'),
  },
  {
    name: 'the empty pattern replaces a pattern',
    mutate: (d) => (create(d).code.pattern = ''),
    expected: compatible('pattern-removed', ': code'),
  },
  {
    name: 'a pattern that is valid only without the flag u changes',
    before: (d) => (create(d).code.pattern = '^\\-[\\w-.]+$'),
    mutate: (d) => (create(d).code.pattern = '^\\_[\\w-.]+$'),
    expected: breaking('pattern-changed', ': code'),
  },
  {
    name: 'a boolean is restricted to one value',
    before: (d) => (create(d).notes = { type: 'boolean' }),
    mutate: (d) => (create(d).notes.enum = [true]),
    expected: breaking('value-removed', ': notes'),
  },
  {
    name: 'a condition requires less',
    before: when({ required: ['code'], properties: { price: { maximum: 3 } } }),
    mutate: when({ properties: { price: { maximum: 9 } } }),
    expected: [
      ...compatible('field-became-optional', ': (then).code'),
      ...compatible('limit-loosened', ': (then).price'),
    ],
  },
  {
    name: 'a condition restricts another field',
    before: when({ required: ['code'] }),
    mutate: when({ required: ['code'], properties: { price: { type: 'integer' } } }),
    expected: breaking('type-narrowed', ': (then).price'),
  },
  {
    name: 'propertyNames allows longer names',
    before: (d) => (create(d).labels.propertyNames = { maxLength: 3 }),
    mutate: (d) => (create(d).labels.propertyNames.maxLength = 5),
    expected: compatible('limit-loosened', ': labels(propertyNames)'),
  },
  {
    name: 'contains allows more',
    before: (d) => (create(d).tags.contains = { const: 'a' }),
    mutate: (d) => (create(d).tags.contains = { enum: ['a', 'b'] }),
    expected: compatible('value-added', ': tags(contains)'),
  },
  {
    name: 'contains with maxContains allows more',
    before: (d) => Object.assign(create(d).tags, { contains: { const: 'a' }, maxContains: 2 }),
    mutate: (d) => (create(d).tags.contains = { enum: ['a', 'b'] }),
    expected: breaking('constraint-changed', ': tags'),
  },
  {
    name: 'a default changes',
    mutate: (d) => (create(d).rating.default = 'high'),
    expected: breaking('default-changed', ': rating'),
  },
  {
    name: 'a default is removed',
    mutate: (d) => delete create(d).rating.default,
    expected: breaking('default-removed', ': rating'),
  },
  {
    name: 'a default is added',
    mutate: (d) => (create(d).count.default = 1),
    expected: [`notice request-default-added ${BODY}: count`],
  },
  {
    name: 'a value is removed',
    mutate: (d) => (create(d).rating = { type: 'string', enum: ['high', 'low'], default: 'low' }),
    expected: breaking('value-removed', ': rating'),
  },
  {
    name: 'a value is added',
    mutate: (d) =>
      (create(d).rating = { type: 'string', enum: ['high', 'medium', 'low', 'none'], default: 'low' }),
    expected: compatible('value-added', ': rating'),
  },
  {
    name: 'enum is removed',
    mutate: (d) => (create(d).rating = { type: 'string', default: 'low' }),
    expected: compatible('values-unrestricted', ': rating'),
  },
  {
    name: 'the body becomes optional',
    mutate: (d) => (operation(d, 'createAsset').requestBody.required = false),
    expected: [`compatible request-body-became-optional createAsset | request body`],
  },
  {
    name: 'the body becomes required',
    before: (d) => (operation(d, 'createAsset').requestBody.required = false),
    mutate: (d) => (operation(d, 'createAsset').requestBody.required = true),
    expected: ['breaking request-body-became-required createAsset | request body'],
  },
  {
    name: 'the body is removed',
    mutate: (d) => delete operation(d, 'createAsset').requestBody,
    expected: ['breaking request-body-removed createAsset | request body'],
  },
  {
    name: 'an optional body is added',
    mutate: (d) => (operation(d, 'deleteAsset').requestBody = { content: { 'application/json': {} } }),
    expected: ['compatible request-body-added deleteAsset | request body'],
  },
  {
    name: 'a required body is added',
    mutate: (d) =>
      (operation(d, 'deleteAsset').requestBody = { required: true, content: { 'application/json': {} } }),
    expected: ['breaking request-body-required-added deleteAsset | request body'],
  },
  {
    name: 'the media type changes',
    mutate: (d) => {
      const body = operation(d, 'createAsset').requestBody;
      body.content = { 'application/xml': body.content['application/json'] };
    },
    expected: ['breaking request-media-type-changed createAsset | request body'],
  },
  {
    name: 'a media type of a range gets its own, narrower entry',
    before: (d) =>
      (operation(d, 'createAsset').requestBody.content = {
        '*/*': { schema: { type: 'object', properties: { a: {} } } },
      }),
    mutate: (d) =>
      (operation(d, 'createAsset').requestBody.content['application/json'] = {
        schema: { type: 'object', properties: { a: {} }, required: ['a'] },
      }),
    expected: breaking('field-became-required', ': a'),
  },
  {
    name: 'multipleOf changes',
    before: (d) => (create(d).price.multipleOf = 2),
    mutate: (d) => (create(d).price.allOf = [{ multipleOf: 3 }]),
    expected: breaking('limit-tightened', ': price'),
  },
  {
    name: 'an unlisted field is forbidden by name',
    before: (d) => (create(d).labels.additionalProperties = true),
    mutate: (d) => (create(d).labels.properties = { a: false }),
    expected: breaking('constraint-added', ': labels.a'),
  },
  {
    name: 'a field is no longer forbidden',
    before: (d) => Object.assign(create(d).labels, { additionalProperties: true, properties: { a: false } }),
    mutate: (d) => delete create(d).labels.properties,
    expected: compatible('other-fields-allowed', ': labels.a'),
  },
  {
    name: 'a condition forbids a field',
    before: when({ required: ['code'] }),
    mutate: when({ required: ['code'], properties: { price: false } }),
    expected: breaking('constraint-added', ': (then).price'),
  },
  {
    name: 'a media type is added',
    mutate: (d) => (operation(d, 'createAsset').requestBody.content['application/xml'] = {}),
    expected: ['compatible request-media-type-added createAsset | request body'],
  },
  {
    name: 'a media type is removed',
    before: (d) => (operation(d, 'createAsset').requestBody.content['application/xml'] = {}),
    mutate: (d) => delete operation(d, 'createAsset').requestBody.content['application/xml'],
    expected: ['breaking request-media-type-removed createAsset | request body'],
  },
  {
    name: 'the encoding of a form part changes',
    before: (d) =>
      (operation(d, 'createAsset').requestBody.content = {
        'multipart/form-data': { schema: { type: 'object', properties: { file: {} } } },
      }),
    mutate: (d) =>
      (operation(d, 'createAsset').requestBody.content['multipart/form-data'].encoding = {
        file: { contentType: 'image/png' },
      }),
    expected: ['breaking request-encoding-changed createAsset | request body multipart/form-data'],
  },

  {
    name: 'a parameter is removed',
    mutate: (d) => operation(d, 'listAssets').parameters.splice(1, 1),
    expected: ['breaking parameter-removed listAssets | query parameter rating'],
  },
  {
    name: 'an optional parameter is added',
    mutate: (d) => operation(d, 'listAssets').parameters.push({ name: 'sort', in: 'query', schema: {} }),
    expected: ['compatible parameter-added listAssets | query parameter sort'],
  },
  {
    name: 'a required parameter is added',
    mutate: (d) =>
      operation(d, 'listAssets').parameters.push({ name: 'sort', in: 'query', required: true, schema: {} }),
    expected: ['breaking parameter-required-added listAssets | query parameter sort'],
  },
  {
    name: 'a required parameter is added to the path item',
    mutate: (d) =>
      d.paths['/assets/{id}'].parameters.push({ name: 'why', in: 'query', required: true, schema: {} }),
    expected: ['breaking parameter-required-added deleteAsset | query parameter why'],
  },
  {
    name: 'a parameter becomes required',
    mutate: (d) => (parameter(d, 1).required = true),
    expected: ['breaking parameter-became-required listAssets | query parameter rating'],
  },
  {
    name: 'a parameter becomes optional',
    before: (d) => (parameter(d, 1).required = true),
    mutate: (d) => (parameter(d, 1).required = false),
    expected: ['compatible parameter-became-optional listAssets | query parameter rating'],
  },
  {
    name: 'a parameter is deprecated',
    mutate: (d) => (parameter(d, 1).deprecated = true),
    expected: ['notice parameter-deprecated listAssets | query parameter rating'],
  },
  {
    name: 'a parameter is no longer deprecated',
    before: (d) => (parameter(d, 1).deprecated = true),
    mutate: (d) => (parameter(d, 1).deprecated = false),
    expected: ['compatible parameter-undeprecated listAssets | query parameter rating'],
  },
  {
    name: 'the default of a parameter changes',
    mutate: (d) => (d.components.parameters.Limit.schema.default = 20),
    expected: ['breaking request-default-changed listAssets | query parameter limit'],
  },
  {
    name: 'the limit of a parameter is tightened',
    mutate: (d) => (d.components.parameters.Limit.schema.maximum = 100),
    expected: ['breaking request-limit-tightened listAssets | query parameter limit'],
  },
  {
    name: 'the type of a parameter changes',
    mutate: (d) => (parameter(d, 3).schema.type = 'integer'),
    expected: ['breaking request-type-changed listAssets | header parameter X-Trace'],
  },
  {
    name: 'a query parameter becomes a header parameter',
    mutate: (d) => (parameter(d, 1).in = 'header'),
    expected: [
      'breaking parameter-removed listAssets | query parameter rating',
      'compatible parameter-added listAssets | header parameter rating',
    ],
  },
  {
    name: 'explode of a list changes to false',
    mutate: (d) => (parameter(d, 2).explode = false),
    expected: ['breaking parameter-style-changed listAssets | query parameter ids'],
  },
  {
    name: 'a query value becomes a list whose items repeat the name',
    mutate: (d) => (parameter(d, 1).schema = { type: 'array', items: parameter(d, 1).schema }),
    expected: ['compatible request-type-widened listAssets | query parameter rating'],
  },
  {
    name: 'a query value becomes a list of fewer values',
    mutate: (d) =>
      (parameter(d, 1).schema = { type: 'array', items: { type: 'string', enum: ['high', 'low'] } }),
    expected: [
      'compatible request-type-widened listAssets | query parameter rating',
      'breaking request-value-removed listAssets | query parameter rating: []',
    ],
  },
  {
    name: 'a number in a query becomes a list of texts',
    before: (d) => (parameter(d, 1).schema = { type: ['integer', 'string'], maxLength: 9 }),
    mutate: (d) => (parameter(d, 1).schema = { type: 'array', items: { type: 'string' } }),
    expected: ['compatible request-type-widened listAssets | query parameter rating'],
  },
  {
    name: 'a query value becomes a list of at least two items',
    mutate: (d) => (parameter(d, 1).schema = { type: 'array', minItems: 2, items: { type: 'string' } }),
    expected: ['breaking request-type-changed listAssets | query parameter rating'],
  },
  {
    name: 'a query value becomes a list with commas',
    mutate: (d) =>
      Object.assign(parameter(d, 1), {
        explode: false,
        schema: { type: 'array', items: { type: 'string' } },
      }),
    expected: [
      'breaking parameter-style-changed listAssets | query parameter rating',
      'breaking request-type-changed listAssets | query parameter rating',
    ],
  },
  {
    name: 'a cookie value becomes a list',
    before: (d) => (parameter(d, 1).in = 'cookie'),
    mutate: (d) => (parameter(d, 1).schema = { type: 'array', items: { type: 'string' } }),
    expected: ['breaking request-type-changed listAssets | cookie parameter rating'],
  },
  {
    name: 'a header value becomes a list',
    mutate: (d) => (parameter(d, 3).schema = { type: 'array', items: { type: 'string' } }),
    expected: ['breaking request-type-changed listAssets | header parameter X-Trace'],
  },
  {
    name: 'a query list becomes a value',
    mutate: (d) => (parameter(d, 2).schema = { type: 'string' }),
    expected: ['breaking request-type-changed listAssets | query parameter ids'],
  },
  {
    name: 'the style of a list changes',
    mutate: (d) => Object.assign(parameter(d, 2), { style: 'pipeDelimited', explode: true }),
    expected: ['breaking parameter-style-changed listAssets | query parameter ids'],
  },
  {
    name: 'the pattern of a path parameter changes',
    mutate: (d) => (d.components.parameters.Id.schema = { type: 'string', pattern: '^x$' }),
    expected: ['breaking request-pattern-changed deleteAsset | path parameter id'],
  },
];
