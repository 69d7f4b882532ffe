// The smallest document that every rule checks and no rule reports. The tests plant faults in copies of it.

const shared = { $ref: '#/components/responses/Problem' };
const errors = (...statuses: number[]) =>
  Object.fromEntries([400, 401, 429, 500, 503, 'default', ...statuses].map((status) => [status, shared]));
const json = (schema: string, value: unknown) => ({
  'application/json': {
    schema: { $ref: `#/components/schemas/${schema}` },
    examples: { boosterPump: { summary: 'A booster pump', value } },
  },
});
const success = (description: string) => ({
  description,
  content: json('Pump', { id: 'pump_1', flow: 40, part: { name: 'Rotor' } }),
});

const parts = { type: 'array', maxItems: 5, items: { $ref: '#/components/schemas/NewPart' } };
const name = { type: 'string', format: 'single-line-text', minLength: 1, maxLength: 20 };
const id = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'Its id.',
  schema: name,
  examples: { boosterPump: { value: 'pump_1' } },
};
const position = { type: 'integer', format: 'int32', minimum: 1, maximum: 5 };

export const soundDocument = {
  openapi: '3.1.0',
  info: {
    title: 'Pumps',
    version: '1.0.0',
    description: 'Pumps, to try rules on.',
    license: { name: 'MIT', identifier: 'MIT' },
  },
  servers: [{ url: 'https://pumps.test', description: 'None.' }],
  security: [{ ApiKey: [] }],
  tags: [{ name: 'Pumps', description: 'Pumps.' }],
  paths: {
    '/pumps': {
      post: {
        operationId: 'createPump',
        'x-availability': 'planned',
        'x-permission': 'none',
        tags: ['Pumps'],
        summary: 'Create a pump',
        description: 'Creates a pump of the parts that you name.',
        requestBody: {
          required: true,
          content: json('CreatePumpRequest', {
            flow: 40,
            parts: [{ name: 'Rotor' }],
            extra: { name: 'Seal' },
          }),
        },
        responses: { 201: success('The pump was created.'), ...errors(403, 409, 413, 415, 422, 501) },
      },
    },
    '/pumps/{id}': {
      get: {
        operationId: 'getPump',
        'x-availability': 'available',
        'x-permission': 'none',
        tags: ['Pumps'],
        summary: 'Get a pump',
        description: 'Returns one pump with its parts.',
        parameters: [
          id,
          {
            name: 'fields',
            in: 'query',
            description: 'Fields to return.',
            schema: { type: 'array', maxItems: 2, items: name },
            examples: { idAlone: { value: ['id'] } },
          },
        ],
        responses: { 200: success('The pump.'), ...errors(304, 404) },
      },
      patch: {
        operationId: 'updatePump',
        'x-availability': 'planned',
        'x-permission': 'none',
        tags: ['Pumps'],
        summary: 'Update a pump',
        description: 'Changes the flow of a pump.',
        parameters: [id],
        requestBody: { required: true, content: json('CreatePumpRequest', { flow: 41 }) },
        responses: { 200: success('The pump as it is now.'), ...errors(403, 404, 412, 413, 415, 501) },
      },
    },
  },
  components: {
    securitySchemes: { ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'A key.' } },
    responses: {
      Problem: {
        description: 'Not a success.',
        content: {
          'application/json': {
            schema: { type: 'object', properties: { error: name } },
            examples: { any: { value: { error: 'bad' } } },
          },
        },
      },
    },
    schemas: {
      Pump: {
        type: 'object',
        required: ['id', 'flow'],
        properties: {
          id: { $ref: '#/components/schemas/PumpId' },
          flow: { type: 'integer', format: 'int32', minimum: 0, maximum: 100 },
          madeAt: { type: 'string', format: 'date-time' },
          part: { allOf: [{ $ref: '#/components/schemas/Part' }, { properties: { position, label: name } }] },
        },
      },
      PumpId: { ...name, examples: ['pump_1'], 'x-references': 'Pump' },
      Part: { type: 'object', properties: { name } },
      NewPart: { type: 'object', additionalProperties: false, properties: { name } },
      CreatePumpRequest: {
        type: 'object',
        'x-provisional': true,
        additionalProperties: false,
        properties: {
          flow: { type: ['number', 'null'], exclusiveMinimum: 0, maximum: 100 },
          kind: { type: 'string', enum: ['booster', 'feed'] },
          status: {
            type: 'string',
            enum: ['new', 'worn'],
            'x-transitions': [
              { on: 'createPump', from: null, to: 'new' },
              { on: 'time', from: ['new', 'worn'], to: 'worn' },
            ],
          },
          parts,
          spare_id: { ...name, 'x-references': ['Pump'] },
          followerIds: { type: 'array', maxItems: 5, items: { $ref: '#/components/schemas/PumpId' } },
          sectionIds: { type: 'array', maxItems: 5, items: name },
          sourceId: { ...name, 'x-references': { by: 'sourceType' } },
          sourceType: { type: 'string', enum: ['pump'] },
          extra: { oneOf: [{ $ref: '#/components/schemas/NewPart' }, { type: 'null' }] },
        },
      },
    },
  },
};
