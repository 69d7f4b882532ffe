// Tests untrusted documents: the comparison ends quickly, with a result or an error in one sentence.
import { ReviewError } from '../../src/review/model/document';
import { costAndValueOf } from '../support/processor-time';
import { changesOf, compare, type Doc, fields, line, operation, schemas, world } from './world';

const errorMessage = (head: unknown, base: unknown = world()): string => {
  try {
    compare(base, head);
  } catch (error) {
    expect(error).toBeInstanceOf(ReviewError);
    return (error as Error).message;
  }
  throw new Error('The comparison did not throw.');
};
const worldWith = (mutate: (document: Doc) => void): Doc => {
  const document = world();
  mutate(document);
  return document;
};
const withSchemas = (more: Record<string, unknown>, use = Object.keys(more)[0]): Doc =>
  worldWith((document) => {
    Object.assign(schemas(document), more);
    fields(document, 'Asset').extra = { $ref: `#/components/schemas/${use}` };
  });
const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** Expects a work to cost at most this processor time, and returns its value. */
const within = <Value>(milliseconds: number, run: () => Value): Value => {
  const { cost, value } = costAndValueOf(run, milliseconds);
  expect(cost).toBeLessThan(milliseconds);
  return value;
};

describe('an invalid document', () => {
  const yaml: Doc = { a: {} };
  yaml.a.b = yaml;
  const wide = (depth: number): unknown =>
    Array.from({ length: depth }).reduce((inner) => Array(10).fill(inner), 'lol');
  const deep = (depth: number): unknown =>
    Array.from({ length: depth }).reduce((inner) => ({ properties: { a: inner } }), {});

  it.each<[name: string, head: unknown, sentence: RegExp]>([
    ['no value', undefined, /^The head is not an OpenAPI 3 document\.$/],
    ['a list', [], /not an OpenAPI 3 document/],
    ['Swagger 2', { swagger: '2.0', paths: {} }, /not an OpenAPI 3 document/],
    [
      'OpenAPI 3.3',
      { openapi: '3.3.0', paths: {} },
      /^The head uses OpenAPI 3\.3\.0, which the review does not support\. Use 3\.0, 3\.1 or 3\.2\.$/,
    ],
    ['a list of paths', { openapi: '3.1.0', paths: [] }, /not an OpenAPI 3 document/],
    [
      'a reference to a missing component',
      worldWith((d) => (fields(d, 'Asset').owner = to('Nobody'))),
      /^The reference #\/components\/schemas\/Nobody at \/components\/schemas\/Asset\/properties\/owner in the head does not exist\.$/,
    ],
    [
      'a reference into the prototype',
      worldWith((d) => (fields(d, 'Asset').owner = { $ref: '#/constructor/prototype' })),
      /does not exist/,
    ],
    [
      'a reference to the network',
      worldWith((d) => (fields(d, 'Asset').owner = { $ref: 'https://example.com/a.json' })),
      /^The reference https:\/\/example\.com\/a\.json at .+ in the head is not a JSON pointer into the document\. Bundle the document into one file\.$/,
    ],
    [
      'a reference to a file',
      worldWith((d) => (operation(d, 'listAssets').responses[200] = { $ref: '../../etc/passwd' })),
      /not a JSON pointer into the document/,
    ],
    [
      'a reference to an anchor',
      worldWith((d) => (fields(d, 'Asset').owner = { $ref: '#owner' })),
      /not a JSON pointer into the document/,
    ],
    [
      'a malformed reference',
      worldWith((d) => (fields(d, 'Asset').owner = { $ref: '#/%E0%A4%A' })),
      /is malformed/,
    ],
    ['a reference to itself', withSchemas({ A: to('A') }), /^The head has a circular reference at \/.*\.$/],
    [
      'circular references',
      withSchemas({ A: to('B'), B: to('C'), C: to('A') }),
      /^The head has a circular reference at \/.*\.$/,
    ],
    [
      'a parameter that refers to itself',
      worldWith((d) => (d.components.parameters.Limit = { $ref: '#/components/parameters/Limit' })),
      /circular reference/,
    ],
    [
      'an object that contains itself',
      { ...world(), yaml },
      /^The head is nested more than 500 levels deep\.$/,
    ],
    [
      'aliases that multiply',
      { ...world(), wide: wide(12) },
      /^The head is larger than 10 MB\. Pass --max-megabytes to allow more\.$/,
    ],
    [
      '10 MB',
      { ...world(), 'x-long': 'a'.repeat(10_000_001) },
      /^The head is larger than 10 MB\. Pass --max-megabytes to allow more\.$/,
    ],
    [
      'a schema that is nested too deep',
      worldWith((d) => (schemas(d).Asset = deep(400))),
      /nested more than 500 levels/,
    ],
  ])('throws a ReviewError with one sentence for %s', (_, head, sentence) => {
    const message = within(3000, () => errorMessage(head));
    expect(message).toMatch(sentence);
    expect(message).not.toContain('\n');
  });

  it('names the invalid side', () => {
    expect(errorMessage(world(), {})).toBe('The base is not an OpenAPI 3 document.');
  });
});

describe('an unusual document', () => {
  const list = {
    Node: {
      type: 'object',
      required: ['value'],
      properties: { value: { type: 'string' }, next: to('Node'), all: { type: 'array', items: to('Node') } },
    },
  };

  it('reports a change in a circular schema once per use', () => {
    const changed = withSchemas(structuredClone(list));
    fields(changed, 'Node').value.type = 'integer';
    expect(compare(withSchemas(structuredClone(list)), changed).map(line)).toEqual([
      'breaking response-type-changed listAssets | response 200 application/json: data[].extra.value',
    ]);
  });

  it('compares a circular allOf', () => {
    const loop = (type: string) =>
      withSchemas({
        A: { allOf: [to('B'), { properties: { a: { type } } }] },
        B: { allOf: [to('A'), { type: 'object' }] },
      });
    expect(compare(loop('string'), loop('string'))).toEqual([]);
    expect(compare(loop('string'), loop('integer')).map(({ rule }) => rule)).toEqual([
      'response-type-changed',
    ]);
  });

  it('compares circular branches', () => {
    const loop = (type: string) =>
      withSchemas({
        A: { oneOf: [to('A'), to('B'), { type }] },
        B: { anyOf: [to('A'), { type: 'boolean' }] },
      });
    expect(compare(loop('string'), loop('string'))).toEqual([]);
    expect(compare(loop('string'), loop('integer')).length).toBeGreaterThan(0);
  });

  it('compares schemas that all refer to each other', () => {
    const names = Array.from({ length: 150 }, (_, index) => `S${index}`);
    const all = (type: string) =>
      withSchemas(
        Object.fromEntries(
          names.map((name) => [
            name,
            {
              type: 'object',
              properties: {
                ...Object.fromEntries(names.map((other) => [other, to(other)])),
                leaf: { type: name === 'S77' ? type : 'string' },
              },
            },
          ]),
        ),
      );
    expect(within(6000, () => compare(all('string'), all('string')))).toEqual([]);
    expect(within(6000, () => compare(all('string'), all('integer'))).map(({ where }) => where)).toContain(
      'response 200 application/json: data[].extra.S77.leaf',
    );
  });

  it('compares mutual schemas under many operations', () => {
    const mutual = (maxLength: number): Doc =>
      worldWith((document) => {
        for (let index = 0; index < 250; index++) {
          const next = (step: number) => to(`S${(index * 7 + step * 31 + 1) % 250}`);
          const leaf = { type: 'string', maxLength: index === 5 ? maxLength : 10 };
          const properties = { a: next(0), b: next(1), c: next(2), leaf };
          schemas(document)[`S${index}`] = { type: 'object', properties };
        }
        for (let index = 0; index < 100; index++) {
          const content = { 'application/json': { schema: to(`S${index}`) } };
          document.paths[`/p${index}`] = {
            post: { requestBody: { content }, responses: { 200: { content } } },
          };
        }
      });
    const changes = within(6000, () => compare(mutual(10), mutual(5)));
    expect(new Set(changes.map(({ operation: { path } }) => path)).size).toBe(100);
  });

  it('compares a chain in which each schema refers twice to the next', () => {
    const chain = (type: string) =>
      withSchemas(
        Object.fromEntries(
          Array.from({ length: 100 }, (_, index) => [
            `C${index}`,
            index === 99
              ? { type }
              : { type: 'object', properties: { a: to(`C${index + 1}`), b: to(`C${index + 1}`) } },
          ]),
        ),
      );
    expect(within(3000, () => compare(chain('string'), chain('integer'))).length).toBeGreaterThan(0);
  });

  it('compares a chain of allOf and oneOf in which each schema refers twice to the next', () => {
    const chain = (keyword: string, type: string) =>
      withSchemas(
        Object.fromEntries(
          Array.from({ length: 100 }, (_, index) => [
            `C${index}`,
            index === 99 ? { type } : { [keyword]: [to(`C${index + 1}`), to(`C${index + 1}`)] },
          ]),
        ),
      );
    for (const keyword of ['allOf', 'oneOf'])
      expect(
        within(3000, () => compare(chain(keyword, 'string'), chain(keyword, 'integer'))).length,
      ).toBeGreaterThan(0);
  });

  it('compares thousands of branches, fields and values', () => {
    const many = (extra: string) =>
      withSchemas(
        {
          A: {
            oneOf: Array.from({ length: 5000 }, (_, index) => ({
              type: 'object',
              properties: { [`${extra}${index}`]: {} },
            })),
          },
          B: {
            type: 'object',
            properties: Object.fromEntries(
              Array.from({ length: 5000 }, (_, index) => [`f${index}`, to('A')]),
            ),
          },
          C: { enum: Array.from({ length: 20_000 }, (_, index) => `${extra}${index}`) },
        },
        'B',
      );
    expect(within(6000, () => compare(many('a'), many('b'))).length).toBeGreaterThan(0);
  });

  it('compares many parts that forbid unlisted fields', () => {
    const parts = (type: string) =>
      withSchemas({
        A: {
          type: 'object',
          properties: Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`f${index}`, { type }])),
          allOf: Array.from({ length: 500 }, () => ({ unevaluatedProperties: false, properties: {} })),
        },
      });
    expect(within(6000, () => compare(parts('string'), parts('integer')))).toEqual([]);
  });

  it('compares 1,000 operations', () => {
    const big = (type: string): Doc => {
      const document = world();
      for (let index = 0; index < 1000; index++)
        document.paths[`/things${index}/{id}`] = {
          get: { ...operation(document, 'listAssets'), operationId: `thing${index}` },
        };
      fields(document, 'Owner').name.type = type;
      return document;
    };
    expect(within(3000, () => compare(big('string'), big('string')))).toEqual([]);
    expect(within(6000, () => compare(big('string'), big('integer')))).toHaveLength(1001);
  });

  it('compares nesting below the limit', () => {
    const deep = (type: string): unknown =>
      Array.from({ length: 200 }).reduce((inner) => ({ type: 'object', properties: { a: inner } }), { type });
    expect(compare(withSchemas({ D: deep('string') }), withSchemas({ D: deep('integer') }))).toHaveLength(1);
  });

  it.each<[name: string, mutate: (document: Doc) => void]>([
    ['a field named constructor', (d) => (fields(d, 'Asset').constructor = { type: 'string' })],
    [
      '__proto__ as a field',
      (d) => (schemas(d).Asset.properties = JSON.parse('{"__proto__": {"type": "string"}}')),
    ],
    [
      'values that are not schemas',
      (d) =>
        Object.assign(fields(d, 'Asset'), { id: 'string', name: 3, rating: null, owner: [], count: false }),
    ],
    [
      'keywords of the wrong type',
      (d) =>
        (schemas(d).Asset = {
          type: 7,
          required: 'all',
          properties: [],
          allOf: {},
          oneOf: 'x',
          enum: 1,
          items: 5,
          maxLength: 'long',
          additionalProperties: [],
          pattern: {},
          discriminator: 3,
        }),
    ],
    [
      'operations of the wrong type',
      (d) =>
        (d.paths = {
          '/a': null,
          '/b': 'x',
          '/c': {
            get: 3,
            post: { responses: [], parameters: {}, requestBody: 'x', security: 3, servers: 'x' },
          },
          'x-y': {},
        }),
    ],
    [
      'servers, security and tags of the wrong type',
      (d) => Object.assign(d, { servers: [3, { url: 4 }], security: 'x', tags: 3 }),
    ],
    ['x-transitions of the wrong type', (d) => (schemas(d).Rating['x-transitions'] = { on: 'listAssets' })],
    ['an empty union', (d) => (fields(d, 'Asset').place = { oneOf: [] })],
    ['a path of braces', (d) => (d.paths[`/${'{'.repeat(100_000)}`] = { get: { responses: {} } })],
    ['a server of braces', (d) => (d.servers = [{ url: '{'.repeat(100_000) + '/'.repeat(100_000) }])],
    ['an unknown security scheme', (d) => (d.security = [{ Nothing: 'x' }])],
  ])('accepts %s', (_, mutate) => {
    const changes = within(2000, () => changesOf({ mutate }));
    for (const change of changes) expect(JSON.parse(JSON.stringify(change))).toEqual(change);
    expect(changesOf({ before: mutate, mutate: () => undefined })).toEqual([]);
  });
});
