// Lists planted changes of responses.
import { type Doc, fields, operation, type Planted, schemas } from './world';

const ITEM = 'listAssets | response 200 application/json: data[]';
const asset = (document: unknown) => fields(document, 'Asset');
const success = (document: unknown) => operation(document, 'listAssets').responses[200];
const breaking = (rule: string, where: string) => [`breaking response-${rule} ${ITEM}${where}`];
const compatible = (rule: string, where: string) => [`compatible response-${rule} ${ITEM}${where}`];

const pet = { $ref: '#/components/schemas/Pet' };
/** Inheritance in the 3.0 style. */
const withPets = (document: unknown) => {
  asset(document).pet = pet;
  Object.assign(schemas(document), {
    Pet: {
      type: 'object',
      required: ['kind'],
      properties: { kind: { type: 'string' }, name: { type: 'string' } },
      discriminator: { propertyName: 'kind', mapping: { fish: 'Fish' } },
    },
    Cat: { allOf: [pet, { type: 'object', properties: { claws: { type: 'integer' } } }] },
    Lion: { allOf: [{ $ref: '#/components/schemas/Cat' }], properties: { pride: { type: 'integer' } } },
    Fish: { type: 'object', properties: { scales: { type: 'integer' } } },
  });
};

export const RESPONSES: Planted[] = [
  {
    name: 'a field is removed',
    mutate: (d) => delete asset(d).seenAt,
    expected: breaking('field-removed', '.seenAt'),
  },
  {
    name: 'a required field is removed from properties but stays in required',
    mutate: (d) => delete asset(d).name,
    expected: breaking('field-removed', '.name'),
  },
  {
    name: 'a field is added',
    mutate: (d) => (asset(d).serial = { type: 'string' }),
    expected: compatible('field-added', '.serial'),
  },
  {
    name: 'a field becomes optional',
    mutate: (d) => schemas(d).Asset.required.shift(),
    expected: breaking('field-became-optional', '.id'),
  },
  {
    name: 'a field becomes required',
    mutate: (d) => schemas(d).Asset.required.push('notes'),
    expected: compatible('field-became-required', '.notes'),
  },
  {
    name: 'a field becomes write-only',
    mutate: (d) => (asset(d).notes.writeOnly = true),
    expected: breaking('field-write-only', '.notes'),
  },
  {
    name: 'a type changes',
    mutate: (d) => (asset(d).seenAt = { type: 'integer' }),
    expected: breaking('type-changed', '.seenAt'),
  },
  {
    name: 'a type is widened',
    mutate: (d) => (asset(d).count.type = 'number'),
    expected: breaking('type-widened', '.count'),
  },
  {
    name: 'a type is narrowed',
    before: (d) => (asset(d).count.type = 'number'),
    mutate: (d) => (asset(d).count.type = 'integer'),
    expected: compatible('type-narrowed', '.count'),
  },
  {
    name: 'a field becomes nullable',
    mutate: (d) => (asset(d).name.type = ['string', 'null']),
    expected: breaking('null-allowed', '.name'),
  },
  {
    name: 'a reference becomes nullable',
    mutate: (d) => (asset(d).owner = { oneOf: [asset(d).owner, { type: 'null' }] }),
    expected: breaking('null-allowed', '.owner'),
  },
  {
    name: 'a field is no longer nullable',
    mutate: (d) => (asset(d).notes.type = 'string'),
    expected: compatible('null-refused', '.notes'),
  },
  {
    name: 'a value is added',
    mutate: (d) => (asset(d).rating = { type: 'string', enum: ['high', 'medium', 'low', 'none'] }),
    expected: breaking('value-added', '.rating'),
  },
  {
    name: 'a value is removed',
    mutate: (d) => (asset(d).rating = { type: 'string', enum: ['high', 'low'] }),
    expected: compatible('value-removed', '.rating'),
  },
  {
    name: 'enum is removed',
    mutate: (d) => (asset(d).rating = { type: 'string' }),
    expected: breaking('values-unrestricted', '.rating'),
  },
  {
    name: 'enum is added',
    mutate: (d) => (asset(d).seenAt.enum = ['2026-01-01T00:00:00Z']),
    expected: compatible('values-restricted', '.seenAt'),
  },
  {
    name: 'a limit is loosened',
    mutate: (d) => (asset(d).name.maxLength = 500),
    expected: breaking('limit-loosened', '.name'),
  },
  {
    name: 'a limit is tightened',
    mutate: (d) => (asset(d).name.maxLength = 100),
    expected: compatible('limit-tightened', '.name'),
  },
  {
    name: 'a limit is removed',
    mutate: (d) => delete asset(d).tags.maxItems,
    expected: breaking('limit-loosened', '.tags'),
  },
  {
    name: 'a format changes',
    mutate: (d) => (asset(d).seenAt.format = 'date'),
    expected: breaking('format-changed', '.seenAt'),
  },
  {
    name: 'a format is removed',
    mutate: (d) => delete asset(d).seenAt.format,
    expected: breaking('format-removed', '.seenAt'),
  },
  {
    name: 'a pattern is added',
    mutate: (d) => (asset(d).name.pattern = '\\S'),
    expected: compatible('pattern-added', '.name'),
  },
  {
    name: 'the item type changes',
    mutate: (d) => (asset(d).tags.items = { type: 'integer' }),
    expected: breaking('type-changed', '.tags[]'),
  },
  {
    name: 'a map lists a field with another type',
    mutate: (d) => (asset(d).labels.properties = { size: { type: 'integer' } }),
    expected: [...breaking('type-changed', '.labels.size'), ...compatible('field-added', '.labels.size')],
  },
  {
    name: 'additionalProperties becomes unrestricted',
    mutate: (d) => (asset(d).labels.additionalProperties = true),
    expected: breaking('type-widened', '.labels.*'),
  },
  {
    name: 'a branch is added',
    mutate: (d) => {
      schemas(d).Yard = { type: 'object', required: ['kind'], properties: { kind: { const: 'yard' } } };
      asset(d).place.oneOf.push({ $ref: '#/components/schemas/Yard' });
    },
    expected: breaking('branch-added', '.place'),
  },
  {
    name: 'a branch is removed',
    mutate: (d) => asset(d).place.oneOf.shift(),
    expected: compatible('branch-removed', '.place'),
  },
  {
    name: 'anyOf replaces oneOf of two fields',
    before: (d) => (schemas(d).Owner.oneOf = [{ required: ['phone'] }, { required: ['email'] }]),
    mutate: (d) => (
      delete schemas(d).Owner.oneOf,
      (schemas(d).Owner.anyOf = [{ required: ['phone'] }, { required: ['email'] }])
    ),
    expected: breaking('constraint-removed', '.owner'),
  },
  {
    name: 'anyOf requires one of two fields and one is write-only',
    before: (d) => {
      schemas(d).Owner.properties.secret = { type: 'string', writeOnly: true };
      schemas(d).Owner.required.push('secret');
      schemas(d).Owner.anyOf = [{ required: ['secret'] }, { required: ['phone'] }];
    },
    mutate: (d) => delete schemas(d).Owner.anyOf,
    expected: breaking('constraint-removed', '.owner'),
  },
  {
    name: 'an integer format becomes wider',
    before: (d) => (asset(d).size = { type: 'integer', format: 'int32' }),
    mutate: (d) => (asset(d).size.format = 'int64'),
    expected: breaking('limit-loosened', '.size'),
  },
  {
    name: 'the format of an integer with bounds is removed with the bounds',
    before: (d) => (asset(d).count.format = 'int32'),
    mutate: (d) => (asset(d).count = { type: 'integer', minimum: 0 }),
    expected: breaking('limit-loosened', '.count'),
  },
  {
    name: 'the discriminator changes',
    mutate: (d) => (asset(d).place.discriminator.propertyName = 'type'),
    expected: breaking('constraint-changed', '.place'),
  },
  {
    name: 'a branch becomes both wider and narrower',
    mutate: (d) => delete fields(d, 'Building').room,
    expected: [
      'breaking request-field-removed createAsset | request body application/json: place(kind=building).room',
      ...breaking('field-removed', '.place(kind=building).room'),
    ],
  },
  {
    name: 'a field of a discriminator subtype is removed',
    before: withPets,
    mutate: (d) => delete schemas(d).Cat.allOf[1].properties.claws,
    expected: breaking('field-removed', '.pet(kind=Cat).claws'),
  },
  {
    name: 'a field of an indirect subtype changes its type',
    before: withPets,
    mutate: (d) => (schemas(d).Lion.properties.pride = { type: 'string' }),
    expected: breaking('type-changed', '.pet(kind=Lion).pride'),
  },
  {
    name: 'a field of a subtype that only the mapping names is removed',
    before: withPets,
    mutate: (d) => delete fields(d, 'Fish').scales,
    expected: breaking('field-removed', '.pet(kind=fish).scales'),
  },
  {
    name: 'a mapping key changes',
    before: withPets,
    mutate: (d) => (schemas(d).Pet.discriminator.mapping = { carp: '#/components/schemas/Fish' }),
    expected: [...breaking('branch-added', '.pet'), ...compatible('branch-removed', '.pet')],
  },
  {
    name: 'a discriminator subtype is added',
    before: withPets,
    mutate: (d) => (schemas(d).Dog = { allOf: [pet] }),
    expected: breaking('branch-added', '.pet'),
  },
  {
    name: 'a field of a discriminator supertype is removed',
    before: withPets,
    mutate: (d) => delete fields(d, 'Pet').name,
    expected: breaking('field-removed', '.pet.name'),
  },
  {
    name: 'a schema becomes a union of two',
    mutate: (d) => (asset(d).owner = { anyOf: [asset(d).owner, { type: 'string' }] }),
    expected: breaking('branch-added', '.owner'),
  },
  {
    name: 'a default changes',
    before: (d) => (asset(d).notes.default = ''),
    mutate: (d) => (asset(d).notes.default = '-'),
    expected: [`notice response-default-changed ${ITEM}.notes`],
  },
  {
    name: 'a component of available and planned operations changes',
    mutate: (d) => delete fields(d, 'Error').message,
    expected: [
      ...['createAsset', 'deleteAsset', 'listAssets'].flatMap((id) =>
        ['400', '401', ...(id === 'createAsset' ? ['409'] : [])].map(
          (status) => `breaking response-field-removed ${id} | response ${status} application/json: message`,
        ),
      ),
      ...['400', '401'].map(
        (status) =>
          `breaking response-field-removed createReport | response ${status} application/json: message`,
      ),
    ],
  },
  {
    name: 'a component that one body uses twice changes',
    before: (d) => (asset(d).author = { $ref: '#/components/schemas/Owner' }),
    mutate: (d) => (fields(d, 'Owner').name.type = 'integer'),
    expected: [...breaking('type-changed', '.author.name'), ...breaking('type-changed', '.owner.name')],
  },
  {
    name: 'a shared enum loses and gains a value',
    mutate: (d) => (schemas(d).Rating.enum = ['high', 'medium', 'none']),
    expected: [
      'breaking request-value-removed createAsset | request body application/json: rating',
      'breaking request-value-removed listAssets | query parameter rating',
      ...breaking('value-added', '.rating'),
      'compatible request-value-added createAsset | request body application/json: rating',
      'compatible request-value-added listAssets | query parameter rating',
      ...compatible('value-removed', '.rating'),
    ],
  },

  {
    name: 'the success status changes',
    mutate: (d) => {
      const { responses } = operation(d, 'createAsset');
      responses[200] = responses[201];
      delete responses[201];
    },
    expected: ['breaking response-success-changed createAsset | operation'],
  },
  {
    name: 'a success status is removed',
    mutate: (d) => delete operation(d, 'deleteAsset').responses[204],
    expected: ['breaking response-success-removed deleteAsset | response 204'],
  },
  {
    name: 'a success status is added',
    mutate: (d) => (operation(d, 'createAsset').responses[202] = { description: '' }),
    expected: ['breaking response-success-added createAsset | response 202'],
  },
  {
    name: 'a success status becomes a range',
    before: (d) => (operation(d, 'deleteAsset').responses = { 204: { description: '' } }),
    mutate: (d) => (operation(d, 'deleteAsset').responses = { '2XX': { description: '' } }),
    expected: ['breaking response-success-added deleteAsset | response 2XX'],
  },
  {
    name: 'an error status is added',
    mutate: (d) => (operation(d, 'deleteAsset').responses[404] = { description: '' }),
    expected: ['notice response-status-added deleteAsset | response 404'],
  },
  {
    name: 'an error status replaces another one',
    mutate: (d) => {
      const { responses } = operation(d, 'createAsset');
      responses[410] = responses[409];
      delete responses[409];
    },
    expected: ['breaking response-status-changed createAsset | response 409'],
  },
  {
    name: 'an error of the server and one of the request are no replacement',
    before: (d) => (operation(d, 'createAsset').responses[500] = { description: 'Fault' }),
    mutate: (d) => {
      const { responses } = operation(d, 'createAsset');
      responses[410] = responses[409];
      delete responses[500];
    },
    expected: [
      'notice response-status-added createAsset | response 410',
      'notice response-status-removed createAsset | response 500',
    ],
  },
  {
    name: 'the only success status is removed, and the default response describes errors',
    before: (d) => withErrors(d, { longTarget: 414 }),
    mutate: (d) => delete operation(d, 'listAssets').responses[200],
    expected: ['breaking response-success-removed listAssets | response 200'],
  },
  ...(['removed', 'added'] as const).map((kind): Planted => {
    const [before, after] = kind === 'removed' ? [['id', 'place'], undefined] : [undefined, ['id', 'place']];
    const columns = (names: string[] | undefined) => (d: Doc) =>
      (operation(d, 'listAssets').responses[200].content['text/csv'] = {
        schema: { type: 'string', ...(names && { 'x-columns': names }) },
      });
    return {
      name: `the list of the columns of a CSV file is ${kind}`,
      before: columns(before),
      mutate: columns(after),
      expected: [
        `${kind === 'removed' ? 'breaking' : 'compatible'} response-constraint-${kind} listAssets | response 200 text/csv`,
      ],
    };
  }),
  {
    name: 'an error status is removed',
    mutate: (d) => delete operation(d, 'createAsset').responses[409],
    expected: ['notice response-status-removed createAsset | response 409'],
  },
  {
    name: 'the body is removed',
    mutate: (d) => delete success(d).content,
    expected: ['breaking response-body-removed listAssets | response 200'],
  },
  {
    name: 'a body is added',
    mutate: (d) => (operation(d, 'deleteAsset').responses[204].content = { 'application/json': {} }),
    expected: ['compatible response-body-added deleteAsset | response 204'],
  },
  {
    name: 'the media type changes',
    mutate: (d) => (success(d).content = { 'application/hal+json': success(d).content['application/json'] }),
    expected: ['breaking response-media-type-changed listAssets | response 200'],
  },
  {
    name: 'a media type is added',
    mutate: (d) => (success(d).content['text/csv'] = {}),
    expected: ['compatible response-media-type-added listAssets | response 200'],
  },
  {
    name: 'a media type is removed',
    before: (d) => (success(d).content['text/csv'] = {}),
    mutate: (d) => delete success(d).content['text/csv'],
    expected: ['breaking response-media-type-removed listAssets | response 200'],
  },
  {
    name: 'a header is removed',
    mutate: (d) => delete success(d).headers['X-Request-Id'],
    expected: ['breaking response-header-removed listAssets | response 200 header X-Request-Id'],
  },
  {
    name: 'a header is added',
    mutate: (d) => (success(d).headers.Link = { schema: { type: 'string' } }),
    expected: ['compatible response-header-added listAssets | response 200 header Link'],
  },
  {
    name: 'a header becomes optional',
    mutate: (d) => delete d.components.headers.ETag.required,
    expected: ['breaking response-header-became-optional listAssets | response 200 header ETag'],
  },
  {
    name: 'a header becomes required',
    mutate: (d) => (d.components.headers.RequestId.required = true),
    expected: ['compatible response-header-became-required listAssets | response 200 header X-Request-Id'],
  },
  {
    name: 'a header type changes',
    mutate: (d) => (d.components.headers.ETag.schema.type = 'integer'),
    expected: ['breaking response-type-changed listAssets | response 200 header ETag'],
  },
  ...['changed', 'removed', 'added'].map((kind): Planted => ({
    name: `the status of an error that the default response describes is ${kind}`,
    before: (d) => withErrors(d, { plainHttp: 403, ...(kind === 'added' ? {} : { longTarget: 414 }) }),
    mutate: (d) =>
      withErrors(d, {
        plainHttp: 403,
        ...(kind === 'removed' ? {} : { longTarget: kind === 'added' ? 414 : 400 }),
      }),
    expected: [
      `${kind === 'changed' ? 'breaking' : 'notice'} response-status-${kind} listAssets | response default application/json example longTarget`,
    ],
  })),
];

/** Describes errors by examples, as `TransportError` of the contract does. */
function withErrors(document: Doc, statuses: Record<string, number>): void {
  const examples = Object.entries(statuses).map(([name, status]) => [
    name,
    { 'x-status': status, value: {} },
  ]);
  operation(document, 'listAssets').responses.default = {
    description: 'Another error',
    content: { 'application/json': { schema: {}, examples: Object.fromEntries(examples) } },
  };
}
