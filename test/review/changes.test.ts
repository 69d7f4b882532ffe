// Planted changes, each found as what it is, and nothing else with it.
import { RULES } from '../../src/review/rules';
import { OPERATIONS_AND_LIFE } from './planted-operations';
import { REQUESTS } from './planted-requests';
import { RESPONSES } from './planted-responses';
import { UNJUDGED } from './planted-unjudged';
import { changesOf, type Doc, fields, line, operation } from './world';

const sorted = (lines: string[]) => [...lines].sort();

describe.each([
  ['in requests', REQUESTS],
  ['in responses', RESPONSES],
  ['of operations', OPERATIONS_AND_LIFE],
  ['of what is not judged', UNJUDGED],
])('%s', (_, planted) => {
  it.each(planted)('$name', (change) => {
    expect(sorted(changesOf(change).map(line))).toEqual(sorted(change.expected));
  });
});

const ALL = [...REQUESTS, ...RESPONSES, ...OPERATIONS_AND_LIFE, ...UNJUDGED];

it.each<[name: string, mutate: (document: Doc) => void, place: string]>([
  [
    'a header that goes is told where the response stated it',
    (d) => delete operation(d, 'listAssets').responses[200].headers.ETag,
    'base /paths/~1assets/get/responses/200/headers/ETag',
  ],
  [
    'null beside a reference is told where it stands',
    (d) => (fields(d, 'Asset').owner = { oneOf: [fields(d, 'Asset').owner, { type: 'null' }] }),
    'head /components/schemas/Asset/properties/owner',
  ],
  [
    'null that a type names is told there',
    (d) => (fields(d, 'Asset').name.type = ['string', 'null']),
    'head /components/schemas/Asset/properties/name/type',
  ],
  [
    'null that a type names no more is told there',
    (d) => (fields(d, 'Asset').notes.type = 'string'),
    'head /components/schemas/Asset/properties/notes/type',
  ],
  [
    'null that went with the schema that a reference took the place of is told where it stood',
    (d) => (fields(d, 'CreateAsset').notes = { $ref: '#/components/schemas/AssetId' }),
    'base /components/schemas/CreateAsset/properties/notes/type',
  ],
  [
    'a field that may be anything has its own place',
    (d) => Object.assign(fields(d, 'Owner'), { phone: true, name: true }),
    'head /components/schemas/Owner/properties/name',
  ],
])('%s', (_, mutate, place) => {
  expect(changesOf({ mutate }).map(({ document, pointer }) => `${document} ${pointer}`)).toContain(place);
});

it('plants every rule that is not about one schema alone, and every level', () => {
  const found = new Set(ALL.flatMap(({ expected }) => expected.map((text) => text.split(' ')[1])));
  const levels = new Set(ALL.flatMap(({ expected }) => expected.map((text) => text.split(' ')[0])));
  const never = Object.keys(RULES).filter((rule) => !found.has(rule));
  expect([...levels].sort()).toEqual(['breaking', 'compatible', 'notice', 'planned', 'release']);
  expect(never.filter((rule) => !/^(request|response)-/.test(rule))).toEqual([]);
});
