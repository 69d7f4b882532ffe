// Each planned operation answers as the specification says: status, documented fields, and who answered.
import { parse } from 'csv-parse/sync';
import { operations } from '../../generated/operations';
import { contractDocument } from '../../src/contract/document';
import { type Sandbox, startSandbox } from '../support/sandbox';
import { type Step, formOf } from './walk';
import { GROUPS, STEPS } from './walk-table';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

const take = ({ method, path, body, form }: Step) =>
  sandbox.client(method, path, form ? { body: formOf(form) } : { body });

it('the walk requests each planned operation once, with the method and path of the contract', () => {
  const planned = operations.filter(({ availability }) => availability === 'planned');
  expect(STEPS.map(({ operationId }) => operationId).sort()).toEqual(
    planned.map(({ operationId }) => operationId).sort(),
  );
  for (const { operationId, method, path } of STEPS)
    expect([path, sandbox.server.contract.match(method, path)?.operationId]).toEqual([path, operationId]);
});

describe.each(GROUPS)('%s', (_group, steps) => {
  it.each(steps)(
    '$operationId answers $method $path with $status and what the specification says',
    async (step) => {
      const reply = await take(step);
      expect([reply.status, reply.status === step.status ? '' : reply.text]).toEqual([step.status, '']);
      if (step.status === 204) expect([reply.text, reply.headers.get('content-type')]).toEqual(['', null]);
      else if (step.csv) expect(reply.headers.get('content-type')).toMatch(/^text\/csv\b/);
      else expect(reply.body).toEqual(asked(step.shows));
    },
  );

  it.each(steps)(
    '$operationId says that a mock answered, that it is planned, and by which contract',
    async (step) => {
      const { headers } = await take(step);
      expect(headers.get('x-answered-by')).toBe('mock');
      expect(headers.get('x-availability')).toBe('planned');
      expect(headers.get('x-contract-version')).toBe(contractDocument.info.version);
    },
  );
});

/** Other fields than those asked for may be there. */
const asked = (shows: unknown): unknown =>
  isMatcher(shows) ? shows : expect.objectContaining(shows as object);
const isMatcher = (value: unknown): boolean =>
  typeof (value as { asymmetricMatch?: unknown }).asymmetricMatch === 'function';

it.each(STEPS.filter(({ csv }) => csv))(
  '$operationId downloads a CSV file with the columns that it should have',
  async (step) => {
    const { headers, text } = await take(step);
    const { columns, rows, each = {} } = step.csv!;
    expect(headers.get('content-disposition')).toMatch(/^attachment; ?filename="?[\w.-]+\.csv"?$/);
    const [header, ...records] = parse(text);
    expect(header).toEqual(expect.arrayContaining(columns));
    expect(records.length > 0).toBe(rows === 'some');
    for (const record of parse(text, { columns: true })) expect(record).toMatchObject(each);
  },
);

it.each(STEPS.filter(({ status }) => status === 201))(
  '$operationId creates, and where it sends to is the record',
  async (step) => {
    const { headers, body } = await take(step);
    const location = headers.get('location');
    if (location === null) return; // several records, or one that nothing reads
    expect(sandbox.server.contract.match('GET', location)).toBeDefined();
    expect(location).toContain(`/${body.id}`);
  },
);
