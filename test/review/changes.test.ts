// Checks that the comparison reports exactly the planted changes.
import { contractDocument } from '../../src/contract/document';
import { REMARKS, type RuleId, RULES } from '../../src/review/edits/rules';
import { ALTERNATIVES } from './planted-alternatives';
import { BEHAVIOR } from './planted-behavior';
import { OPENAPI_3_2 } from './planted-openapi-3-2';
import { OPERATION_CHANGES } from './planted-operations';
import { REQUESTS } from './planted-requests';
import { RESPONSES } from './planted-responses';
import { TRANSITIONS, transitions, withTransitions } from './planted-transitions';
import { UNJUDGED } from './planted-unjudged';
import { WEBHOOKS } from './planted-webhooks';
import { changesOf, compare, type Doc, fields, line, operation } from './world';

const sorted = (lines: string[]) => [...lines].sort();

describe.each([
  ['a request', REQUESTS],
  ['a response', RESPONSES],
  ['alternatives', ALTERNATIVES],
  ['an operation', OPERATION_CHANGES],
  ['a webhook and a callback', WEBHOOKS],
  ['OpenAPI 3.2', OPENAPI_3_2],
  ['a state machine', TRANSITIONS],
  ['behavior', BEHAVIOR],
  ['a part that is not evaluated', UNJUDGED],
])('the comparison of %s', (_, planted) => {
  it.each(planted)('reports exactly the expected changes when $name', (change) => {
    expect(sorted(changesOf(change).map(line))).toEqual(sorted(change.expected));
  });
});

const ALL = [
  ...REQUESTS,
  ...RESPONSES,
  ...OPERATION_CHANGES,
  ...WEBHOOKS,
  ...TRANSITIONS,
  ...BEHAVIOR,
  ...UNJUDGED,
];

it.each<[name: string, mutate: (document: Doc) => void, place: string]>([
  [
    'points a removed header at the response that stated it',
    (d) => delete operation(d, 'listAssets').responses[200].headers.ETag,
    'base /paths/~1assets/get/responses/200/headers/ETag',
  ],
  [
    'points null beside a reference at the field',
    (d) => (fields(d, 'Asset').owner = { oneOf: [fields(d, 'Asset').owner, { type: 'null' }] }),
    'head /components/schemas/Asset/properties/owner',
  ],
  [
    'points added null at the type keyword',
    (d) => (fields(d, 'Asset').name.type = ['string', 'null']),
    'head /components/schemas/Asset/properties/name/type',
  ],
  [
    'points removed null at the type keyword',
    (d) => (fields(d, 'Asset').notes.type = 'string'),
    'head /components/schemas/Asset/properties/notes/type',
  ],
  [
    'points null that a reference replaced at its former type keyword',
    (d) => (fields(d, 'CreateAsset').notes = { $ref: '#/components/schemas/AssetId' }),
    'base /components/schemas/CreateAsset/properties/notes/type',
  ],
  [
    'points an unrestricted field at the field itself',
    (d) => Object.assign(fields(d, 'Owner'), { phone: true, name: true }),
    'head /components/schemas/Owner/properties/name',
  ],
])('%s', (_, mutate, place) => {
  expect(changesOf({ mutate }).map(({ document, pointer }) => `${document} ${pointer}`)).toContain(place);
});

it('has a planted change for every level and for every rule outside of schemas', () => {
  const found = new Set(ALL.flatMap(({ expected }) => expected.map((text) => text.split(' ')[1])));
  const levels = new Set(ALL.flatMap(({ expected }) => expected.map((text) => text.split(' ')[0])));
  // Words and annotations are compared apart from the other changes.
  const never = Object.keys(RULES).filter((rule) => !found.has(rule) && !REMARKS.has(rule as RuleId));
  expect([...levels].sort()).toEqual(['breaking', 'compatible', 'notice', 'planned', 'release']);
  expect(never.filter((rule) => !/^(request|response)-/.test(rule))).toEqual([]);
});

it('names the operation and both statuses of a removed transition, and points at its entry in the base', () => {
  const found = changesOf({ before: withTransitions, mutate: (d) => transitions(d).splice(0, 2) });
  const texts = found.map(({ before, document, pointer }) => `${String(before)} ${document} ${pointer}`);
  expect(sorted(texts)).toEqual([
    'createReport changes a new record to queued base /components/schemas/State/x-transitions/0',
    'deleteAsset changes queued to done base /components/schemas/State/x-transitions/1',
    'deleteAsset changes running to done base /components/schemas/State/x-transitions/1',
  ]);
});

it.each(['available', 'planned'])(
  'blocks a removed transition of the contract also if its operation is %s',
  (availability) => {
    const base: Doc = structuredClone(contractDocument);
    base.paths['/policy-documents/{id}/submit'].post['x-availability'] = availability;
    const head = structuredClone(base);
    const submit = head.components.schemas.PolicyDocumentStatus['x-transitions'];
    submit.splice(
      submit.findIndex(({ on }: Doc) => on === 'submitPolicyDocument'),
      1,
    );
    expect(compare(base, head).map(line)).toEqual([
      'breaking transition-removed submitPolicyDocument | operation',
    ]);
  },
);
