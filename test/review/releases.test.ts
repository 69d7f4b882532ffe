// Checks that a release by the steps of the guide breaks nothing.
import { contractDocument, listOperations } from '../../src/contract/document';
import { partOfContract } from '../support/part-of-contract';
import { withReleased } from './released';
import { changesOf, compare, type Doc, line, operation } from './world';

const planned = listOperations(contractDocument).filter(({ availability }) => availability === 'planned');

it.each(planned)('a release of $operationId has no other row, except for parts that become fixed', (each) => {
  const base = partOfContract([each.path]);
  const rows = compare(base, withReleased(base, [each.operationId])).map(line);
  expect(rows.filter((row) => !row.startsWith('compatible promise-given'))).toEqual([
    `release operation-released ${each.operationId} | operation`,
  ]);
});

/** Describes all other errors of an operation, as `TransportError` of the contract does. */
const withDefault = (document: Doc, id: string) => {
  operation(document, id).responses.default = {
    description: 'Another error',
    headers: { ETag: { required: true, schema: { type: 'string' } } },
    content: { 'application/json': { schema: { type: 'object', required: ['code'] } } },
  };
};

it.each(['304', '404', '501'])(
  'a removed and an added %s are edits of this status, which are not compared with `default`',
  (status) => {
    const before = (d: Doc) => withDefault(d, 'listAssets');
    const withStatus = (d: Doc) => (operation(d, 'listAssets').responses[status] = { description: 'Other' });
    const without = (d: Doc) => delete operation(d, 'listAssets').responses[status];
    expect(changesOf({ before, mutate: withStatus }).map(line)).toEqual([
      `notice response-status-added listAssets | response ${status}`,
    ]);
    const removed = changesOf({ before: (d) => [before(d), withStatus(d)], mutate: without });
    expect(removed.map(line)).toEqual([`notice response-status-removed listAssets | response ${status}`]);
  },
);

it('a removed 501 of an operation that stays planned is an edit of its own', () => {
  const planned501 = (d: Doc) => (operation(d, 'createReport').responses[501] = { description: 'Planned' });
  const mutate = (d: Doc) => delete operation(d, 'createReport').responses[501];
  expect(changesOf({ before: planned501, mutate }).map(line)).toEqual([
    'notice response-status-removed createReport | response 501',
  ]);
});
