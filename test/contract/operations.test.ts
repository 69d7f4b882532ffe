// Checks that the contract has the agreed operations, and that generated/operations.ts lists the same
// operations.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations as table } from '../../generated/operations';
import { contractDocument, operationsOf } from '../../src/contract/document';

const operations = operationsOf(contractDocument);
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

it('each operationId is unique', () => {
  expect(new Set(rows.map(({ operationId }) => operationId)).size).toBe(rows.length);
});

it('generated/operations.ts lists the operations of the contract in the same order', () => {
  expect(table).toEqual(rows);
});

it('each operation has one declared tag, and each declared tag is used', () => {
  const { tags } = contractDocument as unknown as { tags: { name: string }[] };
  expect(operations.filter((operation) => operation.tags.length !== 1)).toEqual([]);
  expect([...new Set(operations.flatMap((operation) => operation.tags))].sort()).toEqual(
    tags.map(({ name }) => name).sort(),
  );
});

it('each operation requires the API key', () => {
  expect(operations.filter(({ security }) => JSON.stringify(security) !== '[{"ApiKey":[]}]')).toEqual([]);
});

// Runs only in CI, which provides the agreed table. The table is not part of the project.
const agreed = join(__dirname, '../../../shared/operations.tsv');
if (process.env['CI'] && existsSync(agreed)) {
  it('the operations match the agreed table, column by column', () => {
    const lines = readFileSync(agreed, 'utf8').split(/\r?\n/).filter(Boolean);
    expect(lines[0]).toBe('operationId\tmethod\tpath\tavailability');
    expect(rows.map((row) => Object.values(row).join('\t')).sort()).toEqual(lines.slice(1).sort());
  });
}
