// The operations of the contract, the table that the code is typed by, and the documented counts.
// Only this file states how many operations are available. Releasing an operation changes it.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations as table } from '../../generated/operations';
import { contractDocument, listOperations } from '../../src/contract/document';

const operations = listOperations(contractDocument);
const rows = operations.map(({ operationId, method, path, availability }) => ({
  operationId,
  method,
  path,
  availability,
}));
const withAvailability = (availability: string) =>
  rows.filter((row) => row.availability === availability).map(({ operationId }) => operationId);

it('the contract has 99 operations: 11 available and 88 planned', () => {
  expect([rows.length, withAvailability('available').length, withAvailability('planned').length]).toEqual([
    99, 11, 88,
  ]);
});

it.each([
  ['README.md', 'AVAILABLE of the ALL operations are available; PLANNED are planned'],
  ['spec/guide/index.md', 'has ALL operations. AVAILABLE are available; PLANNED are planned'],
  ['spec/guide/sandbox.md', 'The AVAILABLE available operations'],
  ['spec/guide/sandbox.md', 'The PLANNED planned operations'],
  ['spec/guide/conformance.md', 'each of the ALL operations'],
])('states the number of operations in %s: %s', (page, sentence) => {
  const expected = sentence
    .replace('ALL', String(rows.length))
    .replace('AVAILABLE', String(withAvailability('available').length))
    .replace('PLANNED', String(withAvailability('planned').length));
  expect(readFileSync(join(__dirname, '../..', page), 'utf8').replace(/\s+/g, ' ')).toContain(expected);
});

it('every POST accepts an Idempotency-Key, which the client sends', () => {
  const without = operations.filter(
    ({ method, parameters }) =>
      method === 'POST' &&
      !parameters.some(({ in: where, name }) => where === 'header' && name === 'Idempotency-Key'),
  );
  expect(without.map(({ operationId }) => operationId)).toEqual([]);
});

it('the available operations are the inventory reads and all cyber asset operations', () => {
  expect(withAvailability('available').sort()).toEqual(
    [
      ...[
        'getFacilities',
        'getFacility',
        'getControlCenters',
        'getControlCenter',
        'getCyberSystems',
        'getCyberSystem',
      ],
      ...['getCyberAssets', 'getCyberAsset', 'createCyberAsset', 'updateCyberAsset', 'deleteCyberAsset'],
    ].sort(),
  );
});

it('names each operation once', () => {
  expect(new Set(rows.map(({ operationId }) => operationId)).size).toBe(rows.length);
});

it('has the operations of generated/operations.ts, in the same order', () => {
  expect(table).toEqual(rows);
});

it('has one tag on each operation, declares it, and declares no other', () => {
  const { tags } = contractDocument as unknown as { tags: { name: string }[] };
  expect(operations.filter((operation) => operation.tags.length !== 1)).toEqual([]);
  expect([...new Set(operations.flatMap((operation) => operation.tags))].sort()).toEqual(
    tags.map(({ name }) => name).sort(),
  );
});

it('asks for the API key on every operation', () => {
  expect(operations.filter(({ security }) => JSON.stringify(security) !== '[{"ApiKey":[]}]')).toEqual([]);
});

// Only where CI has laid the agreed table beside the project; it is no part of it.
const agreed = join(__dirname, '../../../shared/operations.tsv');
if (process.env['CI'] && existsSync(agreed)) {
  it('has the operations of the agreed table, column by column', () => {
    const lines = readFileSync(agreed, 'utf8').split(/\r?\n/).filter(Boolean);
    expect(lines[0]).toBe('operationId\tmethod\tpath\tavailability');
    expect(rows.map((row) => Object.values(row).join('\t')).sort()).toEqual(lines.slice(1).sort());
  });
}
