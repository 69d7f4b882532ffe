// Lists document errors, each with a replacement in sound.yaml, and the rule and line that must report it.

export interface PlantedFault {
  fault: string;
  rule: string;
  from: string;
  to: string;
  /** The text of the reported line. */
  at: string;
  /** The OpenAPI version in which this is an error. The default is both versions. */
  only?: '3.0.3' | '3.1.0';
}

/** Variants without errors. */
export const VALID_VARIANTS: { what: string; from: string; to: string }[] = [
  { what: 'an API without security', from: 'security:\n  - ApiKey: []\n', to: '' },
  {
    what: 'a response example with an unlisted field',
    from: '{ message: No. }',
    to: '{ message: No., code: 5 }',
  },
  {
    what: 'a request example with an unlisted field',
    from: 'weight: 3 }',
    to: 'weight: 3, color: red }',
  },
  {
    what: 'a schema example with an unlisted field',
    from: '    Part:\n      type: object\n',
    to: '    Part:\n      type: object\n      example: { color: red }\n',
  },
  {
    what: 'an example of a pattern that is valid only without the flag u',
    from: 'message: { type: string }',
    to: "message: { type: string, pattern: '^[\\w-.]+$' }",
  },
  {
    what: 'a mapping of a discriminator to the name of a schema',
    from: "electric: '#/components/schemas/Pump'",
    to: 'electric: Pump',
  },
  {
    what: 'an XML example',
    from: 'application/json: # problem\n          schema:\n            type: object\n            properties:\n              message: { type: string }\n          example: { message: No. }',
    to: "application/xml:\n          schema:\n            type: object\n            properties:\n              message: { type: string }\n          example: '<problem><message>No.</message></problem>'",
  },
  {
    what: 'an example with externalValue',
    from: '      value:\n        - { name: Booster, kind: electric }\n        - { name: Spare, kind: diesel }\n',
    to: '      externalValue: https://pumps.test/two.json\n',
  },
];

const ref = (name: string) => `$ref: '#/components/${name}'`;
const oneOperation =
  "get:\n      operationId: getNamed\n      parameters:\n        - { name: name, in: path, required: true, schema: { type: string } }\n      responses:\n        '200': { description: It. }\n";

const references: PlantedFault[] = [
  {
    fault: 'a reference to a missing schema',
    rule: 'no-unresolved-refs',
    from: `items:\n                  ${ref('schemas/Pump')}`,
    to: `items:\n                  ${ref('schemas/Pomp')}`,
    at: ref('schemas/Pomp'),
  },
  {
    fault: 'a reference to a missing parameter',
    rule: 'no-unresolved-refs',
    from: ref('parameters/Id'),
    to: ref('parameters/Ident'),
    at: `- ${ref('parameters/Ident')}`,
  },
  {
    fault: 'a reference to a missing example',
    rule: 'no-unresolved-refs',
    from: ref('examples/TwoPumps'),
    to: ref('examples/Two'),
    at: ref('examples/Two'),
  },
  {
    fault: 'a reference to a missing file',
    rule: 'no-unresolved-refs',
    from: ref('responses/Problem'),
    to: "$ref: 'missing.yaml#/Problem'",
    at: "$ref: 'missing.yaml#/Problem'",
  },
  {
    fault: 'a reference to another kind of component',
    rule: 'struct',
    from: ref('responses/Problem'),
    to: ref('schemas/Part'),
    at: 'Part:',
  },
  {
    fault: 'a discriminator mapping to a missing schema',
    rule: 'no-unresolved-refs',
    from: "wind: '#/components/schemas/Fan'",
    to: "wind: '#/components/schemas/Wind'",
    at: "wind: '#/components/schemas/Wind'",
  },
  {
    fault: 'a discriminator mapping to the name of a missing schema',
    rule: 'no-unresolved-refs',
    from: "electric: '#/components/schemas/Pump'",
    to: 'electric: Turbine',
    at: 'electric: Turbine',
  },
  {
    fault: 'an undefined security scheme',
    rule: 'security-defined',
    from: '- ApiKey: []',
    to: '- Key: []',
    at: '- Key: []',
  },
  {
    fault: 'an undefined security scheme of an operation',
    rule: 'security-defined',
    from: '- Login: [read]',
    to: '- Logon: [read]',
    at: '- Logon: [read]',
  },
  {
    fault: 'an undefined scope',
    rule: 'security-scopes-defined',
    from: '- Login: [read]',
    to: '- Login: [write]',
    at: '- Login: [write]',
  },
  {
    fault: 'an undefined server variable',
    rule: 'no-undefined-server-variable',
    from: '{region}',
    to: '{area}',
    at: '- url: https://{area}.pumps.test',
  },
];

const examples: PlantedFault[] = [
  {
    fault: 'a request example with an invalid value',
    rule: 'no-invalid-media-type-examples',
    from: 'kind: electric, part:',
    to: 'kind: steam, part:',
    at: 'value: { name: Booster, kind: steam, part: { weight: 3 } }',
  },
  {
    fault: 'a request example with an invalid value in a nested reference',
    rule: 'no-invalid-media-type-examples',
    from: 'weight: 3 }',
    to: 'weight: heavy }',
    at: 'value: { name: Booster, kind: electric, part: { weight: heavy } }',
  },
  {
    fault: 'a request example without a required field',
    rule: 'no-invalid-media-type-examples',
    from: 'value: { name: Booster, ',
    to: 'value: { ',
    at: 'value: { kind: electric, part: { weight: 3 } }',
  },
  {
    fault: 'a response example of the wrong type',
    rule: 'no-invalid-media-type-examples',
    from: 'message: No.',
    to: 'message: 5',
    at: 'example: { message: 5 }',
  },
  {
    fault: 'an example that matches no branch',
    rule: 'no-invalid-media-type-examples',
    from: 'example: { kind: electric,',
    to: 'example: { kind: wind,',
    at: 'example: { kind: wind, name: Booster }',
  },
  {
    fault: 'a shared example with an invalid value',
    rule: 'no-invalid-media-type-examples',
    from: 'name: Spare',
    to: "name: ''",
    at: "- { name: '', kind: diesel }",
  },
  {
    fault: 'a parameter example below the minimum',
    rule: 'no-invalid-parameter-examples',
    from: 'example: 10',
    to: 'example: 0',
    at: 'example: 0',
  },
  {
    fault: 'an example of the wrong type in a shared parameter',
    rule: 'no-invalid-parameter-examples',
    from: 'example: pump_1',
    to: 'example: 1',
    at: 'example: 1',
  },
  {
    fault: 'a schema example of the wrong type',
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
    fault: 'a duplicate operationId',
    rule: 'operation-operationId-unique',
    from: 'operationId: createPump',
    to: 'operationId: listPumps # again',
    at: 'operationId: listPumps # again',
  },
  {
    fault: 'an undeclared path parameter',
    rule: 'path-parameters-defined',
    from: `    parameters:\n      - ${ref('parameters/Id')}\n`,
    to: '',
    at: 'get: # one',
  },
  {
    fault: 'a path parameter that the path does not contain',
    rule: 'path-parameters-defined',
    from: '/pumps/{id}:',
    to: '/pumps/one:',
    at: 'name: id',
  },
  {
    fault: 'an optional path parameter',
    rule: 'rule/path-parameter-required',
    from: 'in: path\n      required: true',
    to: 'in: path\n      required: false',
    at: 'required: false',
  },
  {
    fault: 'a path parameter without required',
    rule: 'rule/path-parameter-required',
    from: 'in: path\n      required: true',
    to: 'in: path',
    at: 'name: id',
  },
  {
    fault: 'a duplicate parameter',
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
    fault: 'a parameter with an unknown location',
    rule: 'struct',
    from: 'in: query',
    to: 'in: body',
    at: 'in: body',
  },
  {
    fault: 'two paths that differ only in parameter names',
    rule: 'no-identical-paths',
    from: '  /pumps/{id}:',
    to: `  /pumps/{name}:\n    ${oneOperation}  /pumps/{id}:`,
    at: '/pumps/{id}:',
  },
  {
    fault: 'a path parameter without a name',
    rule: 'path-declaration-must-exist',
    from: '/pumps/{id}:',
    to: '/pumps/{}:',
    at: '/pumps/{}:',
  },
  {
    fault: 'a query string in a path',
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
  { fault: 'an invalid status', rule: 'struct', from: "'201':", to: "'2011':", at: "'2011':" },
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
    fault: 'a document without info',
    rule: 'struct',
    from: 'info:\n  title: Pumps\n  version: 1.0.0\n',
    to: '',
    at: 'openapi: VERSION',
  },
  {
    fault: 'an info object without a version',
    rule: 'struct',
    from: '  version: 1.0.0\n',
    to: '',
    at: 'info:',
  },
  {
    fault: 'a document without paths',
    rule: 'struct',
    from: '\npaths:',
    to: '\nx-paths:',
    at: 'openapi: VERSION',
    only: '3.0.3',
  },
  {
    fault: 'a misspelled operation keyword',
    rule: 'struct',
    from: 'requestBody:',
    to: 'requestbody:',
    at: 'requestbody:',
  },
  {
    fault: 'a misspelled schema keyword',
    rule: 'struct',
    from: 'minLength: 1',
    to: 'minlength: 1',
    at: 'minlength: 1',
  },
  {
    fault: 'a string instead of a list',
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
    fault: 'a list of types in 3.0',
    rule: 'struct',
    from: 'type: number',
    to: "type: [number, 'null']",
    at: "type: [number, 'null']",
    only: '3.0.3',
  },
  {
    fault: 'nullable in 3.1',
    rule: 'struct',
    from: 'type: number',
    to: 'type: number\n          nullable: true',
    at: 'nullable: true',
    only: '3.1.0',
  },
  {
    fault: 'an enum that is not a list',
    rule: 'struct',
    from: 'enum: [wind]',
    to: 'enum: wind',
    at: 'enum: wind',
  },
  {
    fault: 'an enum value of another type',
    rule: 'no-enum-type-mismatch',
    from: 'enum: [wind]',
    to: 'enum: [wind, 5]',
    at: 'enum: [wind, 5]',
  },
  {
    fault: 'a limit that is not a number',
    rule: 'struct',
    from: 'minLength: 1',
    to: 'minLength: one',
    at: 'minLength: one',
  },
  {
    fault: 'a negative length limit',
    rule: 'struct',
    from: 'minLength: 1',
    to: 'minLength: -1',
    at: 'minLength: -1',
  },
  {
    fault: 'an invalid pattern',
    rule: 'pattern',
    from: 'minLength: 1',
    to: "pattern: '('",
    at: "pattern: '('",
  },
  {
    fault: 'a discriminator without propertyName',
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
    fault: 'an OAuth flow without a token URL',
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
    fault: 'a server variable default outside its enum',
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
    fault: 'a duplicate tag',
    rule: 'no-duplicated-tag-names',
    from: '  - name: Pumps\n',
    to: '  - name: Pumps\n  - name: Pumps # again\n',
    at: '- name: Pumps # again',
  },
];

export const DOCUMENT_FAULTS = [...references, ...examples, ...operations, ...structure];
