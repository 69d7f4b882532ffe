// Faults of a document, one after the other, each with the rule that must report it: what to replace in sound.yaml, by what, and the line of the report.

export interface PlantedFault {
  fault: string;
  rule: string;
  from: string;
  to: string;
  /** The line on which it is reported, as it stands in the faulty document. */
  at: string;
  /** The versions of OpenAPI in which it is a fault; both when left out. */
  only?: '3.0.3' | '3.1.0';
}

/** What is sound too, however it looks at first. */
export const SOUND_TOO: { what: string; from: string; to: string }[] = [
  { what: 'an API that is open to all', from: 'security:\n  - ApiKey: []\n', to: '' },
  {
    what: 'an example of an answer with a field that its schema does not name',
    from: '{ message: No. }',
    to: '{ message: No., code: 5 }',
  },
  {
    what: 'an example of a request with a field that its schema does not name',
    from: 'weight: 3 }',
    to: 'weight: 3, color: red }',
  },
  {
    what: 'an example of a schema with a field that it does not name',
    from: '    Part:\n      type: object\n',
    to: '    Part:\n      type: object\n      example: { color: red }\n',
  },
  {
    what: 'an object that is written in XML',
    from: 'application/json: # problem\n          schema:\n            type: object\n            properties:\n              message: { type: string }\n          example: { message: No. }',
    to: "application/xml:\n          schema:\n            type: object\n            properties:\n              message: { type: string }\n          example: '<problem><message>No.</message></problem>'",
  },
  {
    what: 'an example that stands elsewhere',
    from: '      value:\n        - { name: Booster, kind: electric }\n        - { name: Spare, kind: diesel }\n',
    to: '      externalValue: https://pumps.test/two.json\n',
  },
];

const ref = (name: string) => `$ref: '#/components/${name}'`;
const oneOperation =
  "get:\n      operationId: getNamed\n      parameters:\n        - { name: name, in: path, required: true, schema: { type: string } }\n      responses:\n        '200': { description: It. }\n";

const references: PlantedFault[] = [
  {
    fault: 'a reference to a schema that is not there',
    rule: 'no-unresolved-refs',
    from: `items:\n                  ${ref('schemas/Pump')}`,
    to: `items:\n                  ${ref('schemas/Pomp')}`,
    at: ref('schemas/Pomp'),
  },
  {
    fault: 'a reference to a parameter that is not there',
    rule: 'no-unresolved-refs',
    from: ref('parameters/Id'),
    to: ref('parameters/Ident'),
    at: `- ${ref('parameters/Ident')}`,
  },
  {
    fault: 'a reference to an example that is not there',
    rule: 'no-unresolved-refs',
    from: ref('examples/TwoPumps'),
    to: ref('examples/Two'),
    at: ref('examples/Two'),
  },
  {
    fault: 'a reference to a file that is not there',
    rule: 'no-unresolved-refs',
    from: ref('responses/Problem'),
    to: "$ref: 'missing.yaml#/Problem'",
    at: "$ref: 'missing.yaml#/Problem'",
  },
  {
    fault: 'a reference to something of another kind',
    rule: 'struct',
    from: ref('responses/Problem'),
    to: ref('schemas/Part'),
    at: 'Part:',
  },
  {
    fault: 'a discriminator that leads to nothing',
    rule: 'no-unresolved-refs',
    from: "wind: '#/components/schemas/Fan'",
    to: "wind: '#/components/schemas/Wind'",
    at: "wind: '#/components/schemas/Wind'",
  },
  {
    fault: 'a security scheme that is not defined',
    rule: 'security-defined',
    from: '- ApiKey: []',
    to: '- Key: []',
    at: '- Key: []',
  },
  {
    fault: 'a security scheme of an operation that is not defined',
    rule: 'security-defined',
    from: '- Login: [read]',
    to: '- Logon: [read]',
    at: '- Logon: [read]',
  },
  {
    fault: 'a scope that is not defined',
    rule: 'security-scopes-defined',
    from: '- Login: [read]',
    to: '- Login: [write]',
    at: '- Login: [write]',
  },
  {
    fault: 'a variable of a server that is not defined',
    rule: 'no-undefined-server-variable',
    from: '{region}',
    to: '{area}',
    at: '- url: https://{area}.pumps.test',
  },
];

const examples: PlantedFault[] = [
  {
    fault: 'an example of a request with a wrong value',
    rule: 'no-invalid-media-type-examples',
    from: 'kind: electric, part:',
    to: 'kind: steam, part:',
    at: 'value: { name: Booster, kind: steam, part: { weight: 3 } }',
  },
  {
    fault: 'an example of a request that is wrong in a nested reference',
    rule: 'no-invalid-media-type-examples',
    from: 'weight: 3 }',
    to: 'weight: heavy }',
    at: 'value: { name: Booster, kind: electric, part: { weight: heavy } }',
  },
  {
    fault: 'an example of a request without a required field',
    rule: 'no-invalid-media-type-examples',
    from: 'value: { name: Booster, ',
    to: 'value: { ',
    at: 'value: { kind: electric, part: { weight: 3 } }',
  },
  {
    fault: 'an example of a response of the wrong type',
    rule: 'no-invalid-media-type-examples',
    from: 'message: No.',
    to: 'message: 5',
    at: 'example: { message: 5 }',
  },
  {
    fault: 'an example that none of the alternatives allows',
    rule: 'no-invalid-media-type-examples',
    from: 'example: { kind: electric,',
    to: 'example: { kind: wind,',
    at: 'example: { kind: wind, name: Booster }',
  },
  {
    fault: 'a shared example with a wrong entry',
    rule: 'no-invalid-media-type-examples',
    from: 'name: Spare',
    to: "name: ''",
    at: "- { name: '', kind: diesel }",
  },
  {
    fault: 'an example of a parameter below its minimum',
    rule: 'no-invalid-parameter-examples',
    from: 'example: 10',
    to: 'example: 0',
    at: 'example: 0',
  },
  {
    fault: 'an example of a shared parameter of the wrong type',
    rule: 'no-invalid-parameter-examples',
    from: 'example: pump_1',
    to: 'example: 1',
    at: 'example: 1',
  },
  {
    fault: 'an example of a schema of the wrong type',
    rule: 'no-invalid-schema-examples',
    from: 'example: 3',
    to: 'example: three',
    at: 'example: three',
  },
  {
    fault: 'an example with both a value and an external value',
    rule: 'no-example-value-and-externalValue',
    from: '    TwoPumps:\n      value:',
    to: '    TwoPumps:\n      externalValue: two.json\n      value: # both',
    at: 'value: # both',
  },
  {
    fault: 'a parameter with both example and examples',
    rule: 'rule/parameter-example-or-examples',
    from: '          example: 10\n',
    to: '          example: 10\n          examples:\n            ten: { value: 10 }\n',
    at: '- name: limit',
  },
  {
    fault: 'a body with both example and examples',
    rule: 'rule/media-example-or-examples',
    from: 'example: { message: No. }',
    to: 'example: { message: No. }\n          examples: { no: { value: { message: No. } } }',
    at: 'application/json: # problem',
  },
];

const operations: PlantedFault[] = [
  {
    fault: 'an operationId that is taken',
    rule: 'operation-operationId-unique',
    from: 'operationId: createPump',
    to: 'operationId: listPumps # again',
    at: 'operationId: listPumps # again',
  },
  {
    fault: 'a parameter of the path that is not declared',
    rule: 'path-parameters-defined',
    from: `    parameters:\n      - ${ref('parameters/Id')}\n`,
    to: '',
    at: 'get: # one',
  },
  {
    fault: 'a parameter that the path does not have',
    rule: 'path-parameters-defined',
    from: '/pumps/{id}:',
    to: '/pumps/one:',
    at: 'name: id',
  },
  {
    fault: 'a parameter of the path that is optional',
    rule: 'rule/path-parameter-required',
    from: 'in: path\n      required: true',
    to: 'in: path\n      required: false',
    at: 'required: false',
  },
  {
    fault: 'a parameter of the path that does not say that it is required',
    rule: 'rule/path-parameter-required',
    from: 'in: path\n      required: true',
    to: 'in: path',
    at: 'name: id',
  },
  {
    fault: 'a parameter that stands there twice',
    rule: 'operation-parameters-unique',
    from: '          example: 10\n',
    to: '          example: 10\n        - name: limit # again\n          in: query\n          schema: { type: integer }\n',
    at: '- name: limit # again',
  },
  {
    fault: 'a parameter with both a schema and content',
    rule: 'rule/parameter-schema-or-content',
    from: 'minimum: 1 }\n',
    to: 'minimum: 1 }\n          content: { application/json: { schema: { type: integer } } }\n',
    at: '- name: limit',
  },
  {
    fault: 'a parameter with neither a schema nor content',
    rule: 'struct',
    from: '          schema: { type: integer, minimum: 1 }\n          example: 10\n',
    to: '',
    at: '- name: limit',
  },
  {
    fault: 'a parameter in an unknown place',
    rule: 'struct',
    from: 'in: query',
    to: 'in: body',
    at: 'in: body',
  },
  {
    fault: 'two paths that differ in the names of their parameters only',
    rule: 'no-identical-paths',
    from: '  /pumps/{id}:',
    to: `  /pumps/{name}:\n    ${oneOperation}  /pumps/{id}:`,
    at: '/pumps/{id}:',
  },
  {
    fault: 'a parameter of the path without a name',
    rule: 'path-declaration-must-exist',
    from: '/pumps/{id}:',
    to: '/pumps/{}:',
    at: '/pumps/{}:',
  },
  {
    fault: 'a query in a path',
    rule: 'path-not-include-query',
    from: '  /pumps:',
    to: '  /pumps?all=true:',
    at: '/pumps?all=true:',
  },
  { fault: 'a path without a slash', rule: 'struct', from: '  /pumps:', to: '  pumps:', at: 'pumps:' },
  { fault: 'an unknown method', rule: 'struct', from: '    post:', to: '    create:', at: 'create:' },
  {
    fault: 'an operation without responses',
    rule: 'struct',
    from: "      responses:\n        '200':\n          description: The pump.",
    to: "      x-responses:\n        '200':\n          description: The pump.",
    at: 'get: # one',
    only: '3.0.3',
  },
  {
    fault: 'a response without a description',
    rule: 'struct',
    from: "'201':\n          description: It was made.",
    to: "'201':",
    at: "'201':",
  },
  { fault: 'a status that is none', rule: 'struct', from: "'201':", to: "'2011':", at: "'2011':" },
  {
    fault: 'a request body without content',
    rule: 'struct',
    from: '        required: true\n        content:',
    to: '        required: true\n        x-content:',
    at: 'requestBody:',
  },
];

const structure: PlantedFault[] = [
  {
    fault: 'no info',
    rule: 'struct',
    from: 'info:\n  title: Pumps\n  version: 1.0.0\n',
    to: '',
    at: 'openapi: VERSION',
  },
  { fault: 'no version', rule: 'struct', from: '  version: 1.0.0\n', to: '', at: 'info:' },
  {
    fault: 'no paths',
    rule: 'struct',
    from: '\npaths:',
    to: '\nx-paths:',
    at: 'openapi: VERSION',
    only: '3.0.3',
  },
  {
    fault: 'a misspelled keyword of an operation',
    rule: 'struct',
    from: 'requestBody:',
    to: 'requestbody:',
    at: 'requestbody:',
  },
  {
    fault: 'a misspelled keyword of a schema',
    rule: 'struct',
    from: 'minLength: 1',
    to: 'minlength: 1',
    at: 'minlength: 1',
  },
  {
    fault: 'a text where a list belongs',
    rule: 'struct',
    from: 'tags: [Pumps]\n      requestBody',
    to: 'tags: Pumps\n      requestBody',
    at: 'tags: Pumps',
  },
  {
    fault: 'required as a boolean',
    rule: 'struct',
    from: 'required: [name, kind]',
    to: 'required: true # of fields',
    at: 'required: true # of fields',
  },
  {
    fault: 'an unknown type',
    rule: 'struct',
    from: 'type: number',
    to: 'type: decimal',
    at: 'type: decimal',
  },
  {
    fault: 'a list of types, which 3.0 does not have',
    rule: 'struct',
    from: 'type: number',
    to: "type: [number, 'null']",
    at: "type: [number, 'null']",
    only: '3.0.3',
  },
  {
    fault: 'nullable, which 3.1 does not have',
    rule: 'struct',
    from: 'type: number',
    to: 'type: number\n          nullable: true',
    at: 'nullable: true',
    only: '3.1.0',
  },
  {
    fault: 'an enum that is no list',
    rule: 'struct',
    from: 'enum: [wind]',
    to: 'enum: wind',
    at: 'enum: wind',
  },
  {
    fault: 'a value of an enum of another type',
    rule: 'no-enum-type-mismatch',
    from: 'enum: [wind]',
    to: 'enum: [wind, 5]',
    at: 'enum: [wind, 5]',
  },
  {
    fault: 'a limit that is no number',
    rule: 'struct',
    from: 'minLength: 1',
    to: 'minLength: one',
    at: 'minLength: one',
  },
  {
    fault: 'a limit below zero',
    rule: 'struct',
    from: 'minLength: 1',
    to: 'minLength: -1',
    at: 'minLength: -1',
  },
  {
    fault: 'a pattern that is no regular expression',
    rule: 'no-invalid-media-type-examples',
    from: 'minLength: 1',
    to: "pattern: '('",
    at: "$ref: '#/components/schemas/Machine'",
  },
  {
    fault: 'a discriminator without its property',
    rule: 'struct',
    from: '        propertyName: kind\n',
    to: '',
    at: 'discriminator:',
  },
  {
    fault: 'an API key without a name',
    rule: 'struct',
    from: '      name: X-API-Key\n',
    to: '',
    at: 'ApiKey:',
  },
  {
    fault: 'a flow without the address of its tokens',
    rule: 'struct',
    from: '          tokenUrl: https://pumps.test/token\n',
    to: '',
    at: 'clientCredentials:',
  },
  {
    fault: 'a server without a URL',
    rule: 'struct',
    from: '- url: https://{region}.pumps.test\n    variables',
    to: '- variables',
    at: '- variables:',
  },
  {
    fault: 'a default of a server that it does not offer',
    rule: 'no-server-variables-empty-enum',
    from: 'default: north',
    to: 'default: east',
    at: 'servers:',
  },
  {
    fault: 'a component with a space in its name',
    rule: 'spec-components-invalid-map-name',
    from: '    Part:\n',
    to: '    Spare part: { type: string }\n    Part:\n',
    at: 'Spare part: { type: string }',
  },
  {
    fault: 'a tag that stands there twice',
    rule: 'no-duplicated-tag-names',
    from: '  - name: Pumps\n',
    to: '  - name: Pumps\n  - name: Pumps # again\n',
    at: '- name: Pumps # again',
  },
];

export const DOCUMENT_FAULTS = [...references, ...examples, ...operations, ...structure];
