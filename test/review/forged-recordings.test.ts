// Tests that an edited recording is rejected with the entry and the member, before any request is sent.
import { parseRecording } from '../../src/review/probe/har';

const ENTRY = {
  startedDateTime: '2026-01-31T08:15:30.123Z',
  request: { method: 'GET', url: 'http://127.0.0.1/tasks', headers: [], postData: { text: '{}' } },
  response: { status: 200, headers: [], content: { mimeType: 'application/json', text: '[]' } },
};
const parse = (log: object) => parseRecording('a.har', JSON.stringify({ log: { entries: [ENTRY], ...log } }));

it('accepts an entry, and the starting point of a world', () => {
  const _world = { from: 'demo', now: null };
  expect(parse({ _world })).toMatchObject({ world: _world, entries: [ENTRY] });
});

it.each([
  ['request', { request: null }],
  ['response', { response: [] }],
  ['startedDateTime', { startedDateTime: 5 }],
  ['_now', { _now: {} }],
  ['request.url', { request: { ...ENTRY.request, url: '/tasks' } }],
  ['request.headers', { request: { ...ENTRY.request, headers: [{ name: 'A', value: 5 }] } }],
  ['request.postData', { request: { ...ENTRY.request, postData: { text: 5 } } }],
  ['response.content', { response: { ...ENTRY.response, content: { text: {} } } }],
])('rejects an entry with a forged %s', (member, fields) =>
  expect(() => parse({ entries: [ENTRY, { ...ENTRY, ...fields }] })).toThrow(
    `Entry #2 of a.har has no ${member} as HAR 1.2 defines it. Record it again.`,
  ),
);

it.each([
  ['log._world', 'demo'],
  ['log._world.from', { from: 5, now: null }],
  ['log._world.now', { from: 'demo', now: 5 }],
])('rejects a forged %s', (member, _world) =>
  expect(() => parse({ _world })).toThrow(
    `${member} of a.har is not that of a sandbox's recording. Record it again.`,
  ),
);
