// Planted changes, each found as what it is, and nothing else with it.
import { RULES } from '../../src/review/rules';
import { OPERATIONS_AND_LIFE } from './planted-operations';
import { REQUESTS } from './planted-requests';
import { RESPONSES } from './planted-responses';
import { changesOf, line } from './world';

const sorted = (lines: string[]) => [...lines].sort();

describe.each([
  ['in requests', REQUESTS],
  ['in responses', RESPONSES],
  ['of operations', OPERATIONS_AND_LIFE],
])('%s', (_, planted) => {
  it.each(planted)('$name', (change) => {
    expect(sorted(changesOf(change).map(line))).toEqual(sorted(change.expected));
  });
});

const ALL = [...REQUESTS, ...RESPONSES, ...OPERATIONS_AND_LIFE];

it('plants every rule that is not about one schema alone, and every level', () => {
  const found = new Set(ALL.flatMap(({ expected }) => expected.map((text) => text.split(' ')[1])));
  const levels = new Set(ALL.flatMap(({ expected }) => expected.map((text) => text.split(' ')[0])));
  const never = Object.keys(RULES).filter((rule) => !found.has(rule));
  expect([...levels].sort()).toEqual(['breaking', 'compatible', 'notice', 'planned', 'release']);
  expect(never.filter((rule) => !/^(request|response)-/.test(rule))).toEqual([]);
});
