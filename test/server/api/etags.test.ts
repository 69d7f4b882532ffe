// Entity tags in If-Match and If-None-Match: lists by their grammar, and nothing that only looks like one.
import { computeEtag } from '../../../src/base/digest';
import { holds, requireMatch } from '../../../src/server/api/etags';
import { ApiError } from '../../../src/base/errors';

const TAG = computeEtag('a representation');

const matches = (header: string): boolean => {
  try {
    requireMatch(header, TAG);
    return true;
  } catch (error) {
    expect((error as ApiError).code).toBe('precondition_failed');
    return false;
  }
};

test.each([TAG, `"other", ${TAG}`, `${TAG},"other"`, ` , ${TAG} , `, `W/"weak",${TAG}`, '*', ' * '])(
  'If-Match %s matches',
  (header) => {
    expect(matches(header)).toBe(true);
  },
);

test.each([
  '"other"',
  `W/${TAG}`,
  `w/${TAG}`,
  `W/ ${TAG}`,
  `W${TAG}`,
  `/${TAG}`,
  `x${TAG}`,
  `${TAG}x`,
  `${TAG} x`,
  `"a"${TAG}`,
  `*, ${TAG}`,
  `${TAG} "other"`,
  TAG.slice(1, -1),
  '',
  ',',
])('If-Match %s matches nothing', (header) => {
  expect(matches(header)).toBe(false);
});

test('accepts every version without If-Match', () => {
  expect(() => requireMatch(undefined, TAG)).not.toThrow();
});

test('a request without If-None-Match does not hold the current version', () => {
  expect(holds(undefined, TAG)).toBe(false);
});

test.each([TAG, `W/${TAG}`, `"other", W/${TAG}`, '*'])(
  'If-None-Match %s holds the current version',
  (header) => {
    expect(holds(header, TAG)).toBe(true);
  },
);

test.each(['"other"', `${TAG}x`, `w/${TAG}`, ''])(
  'If-None-Match %s does not hold the current version',
  (header) => {
    expect(holds(header, TAG)).toBe(false);
  },
);
