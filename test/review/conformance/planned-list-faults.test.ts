// Plants faults of the planned lists of a sandbox one at a time, and expects a finding for each.
import { checkExports } from '../../../src/review/conformance/checks/exports';
import { checkFilters } from '../../../src/review/conformance/checks/filters';
import { checkLists } from '../../../src/review/conformance/checks/lists';
import { listAll } from '../../../src/review/conformance/checks/lists';
import { checkNestedLists } from '../../../src/review/conformance/checks/nested-lists';
import { checkPages } from '../../../src/review/conformance/checks/pages';
import { checkPlanned } from '../../../src/review/conformance/checks/planned';
import type { Session } from '../../../src/review/conformance/session';
import type { Fault } from '../../support/faulty-proxy';
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { type Found, type Planted, type Rows, change, expectFound, findingsOf, inList, is } from './planted';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

/** Checks the pages of lists, and the lists below a record. */
async function checkPlannedLists(session: Session): Promise<void> {
  session.isSandbox = true;
  await checkPages(session);
  await checkNestedLists(session, await listAll(session));
}

const BELOW_SYSTEM = /^\/cyber-systems\/[^/]+\/cyber-assets$/;
const OTHERS = /the rows are not those of getCyberAssets that belong to the record/;

const below =
  (edit: (rows: Rows) => unknown, path = BELOW_SYSTEM) =>
  (): Fault =>
  (exchange) => {
    if (is(exchange, 'GET', path) && exchange.status === 200) change(exchange, edit);
  };

/** Leaves a row out of the list of tasks, with and without filters. */
const withoutTask = (index: number, when: RegExp) => (): Fault => (exchange) => {
  if (!is(exchange, 'GET', when) || exchange.status !== 200) return;
  change(exchange, (body) => {
    if (body.data.splice(index, 1).length > 0) body.total -= 1;
  });
};

/** Changes the rows of each page of a list. */
const inPages = (path: string, edit: (rows: Rows, query: string) => Rows) => (): Fault => (exchange) => {
  if (!is(exchange, 'GET', new RegExp(`^${path}\\?`)) || exchange.status !== 200) return;
  change(exchange, (body) => void (body.data = edit(body.data, exchange.path)));
};

/** Puts the last row of a page on the next page too. */
function repeatedRow(path: string): Fault {
  let last: Rows[number];
  return inPages(path, (rows, query) => {
    const repeated = query.includes('cursor=') ? [last, ...rows] : rows;
    last = rows.at(-1);
    return repeated;
  })();
}

const LACK = /smaller pages lack a record/;
const TWICE = /the list has a record twice/;
const ORDER = /the rows are not in order of creation/;

const PLANTED: Planted[] = [
  ['an empty list below a system', 'getCyberAssetsBySystem', OTHERS, below(() => [])],
  [
    'a list below a system without its first row',
    'getCyberAssetsBySystem',
    OTHERS,
    below((rows) => rows.slice(1)),
  ],
  [
    'a list below a system without its last row',
    'getCyberAssetsBySystem',
    OTHERS,
    below((rows) => rows.slice(0, -1)),
  ],
  [
    'a row below a system twice',
    'getCyberAssetsBySystem',
    OTHERS,
    below((rows) => [...rows, ...rows.slice(-1)]),
  ],
  ['reverse order below a system', 'getCyberAssetsBySystem', OTHERS, below((rows) => rows.reverse())],
  [
    'another rating below a system',
    'getCyberAssetsBySystem',
    OTHERS,
    below((rows) =>
      rows.map((row) => ({ ...row, impact_rating: row.impact_rating === 'low' ? 'high' : 'low' })),
    ),
  ],
  [
    'no rows below a facility',
    'getCyberAssetsByFacility',
    OTHERS,
    below(() => [], /^\/facilities\/[^/]+\/cyber-assets$/),
  ],
  [
    'no systems below a control center',
    'getCyberSystemsByControlCenter',
    /not those of getCyberSystems/,
    below(() => [], /^\/control-centers\/[^/]+\/cyber-systems$/),
  ],
  ['pages without their last row', 'listUsers', LACK, inPages('/users', (rows) => rows.slice(0, -1))],
  ['pages without their first row', 'listActivityLogs', LACK, inPages('/activity', (rows) => rows.slice(1))],
  [
    'later pages that are empty',
    'listPolicyDocuments',
    LACK,
    inPages('/policy-documents', (rows, query) => (query.includes('cursor=') ? [] : rows)),
  ],
  ['a row on two pages', 'listUsers', TWICE, () => repeatedRow('/users')],
  ['a row of the log on two pages', 'listActivityLogs', TWICE, () => repeatedRow('/activity')],
  [
    'a row twice on a page',
    'listAccessControls',
    TWICE,
    inPages('/access-control', (rows) => [...rows, ...rows.slice(0, 1)]),
  ],
  [
    'pages in reverse order',
    'listPolicyDocuments',
    ORDER,
    inPages('/policy-documents', (rows) => rows.reverse()),
  ],
  [
    'pages of the log in reverse order',
    'listActivityLogs',
    /smaller pages have other rows/,
    inPages('/activity', (rows) => rows.reverse()),
  ],
  ['a page that ignores its limit', 'listUsers', /a page has more rows than its limit/, () => everyRow()],
];

/** Returns all rows, whatever the limit. */
function everyRow(): Fault {
  let whole: Rows = [];
  return inPages('/users', (rows) => (rows.length > whole.length ? (whole = rows) : whole))();
}

/** Faults of different operations share a run. */
const ROUNDS: Planted[][] = [];
for (const planted of PLANTED) {
  const free = ROUNDS.find((round) => round.every(([, operationId]) => operationId !== planted[1]));
  if (free) free.push(planted);
  else ROUNDS.push([planted]);
}

describe.each(ROUNDS.map((round, index) => ({ round, number: index + 1 })))('round $number', ({ round }) => {
  let findings: Found[];
  beforeAll(async () => {
    const faults = round.map(([, , , fault]) => fault());
    const all: Fault = (exchange) => faults.forEach((fault) => fault(exchange));
    findings = await findingsOf(sandbox, all, checkPlannedLists);
  });
  it.each(round)('reports %s', (_planted, operationId, message) =>
    expectFound(findings, operationId, message),
  );
});

it('blames the list that lacks a record, and not the list below a record that has it', async () => {
  const fault = inList('/cyber-assets', (rows) => void rows.splice(200, 1));
  expect(await findingsOf(sandbox, fault, checkPlannedLists)).toEqual([
    ['getCyberAssets', 'the list lacks a record that the server returns'],
  ]);
});

const EVIDENCE = /^\/evidence\/by-resource\/[^/]+$/;
it.each<[planted: string, message: RegExp, edit: (rows: Rows) => unknown]>([
  ['its first row', /^the list lacks a record that the server returns$/, (rows) => rows.shift()],
  ['its last row', /^the list lacks a record that the server returns$/, (rows) => rows.pop()],
  [
    'its description',
    /^a row differs from its record in description$/,
    ([row]) => void delete row.description,
  ],
])(
  'reports evidence of a record without %s, although no whole list has it',
  async (_planted, message, edit) => {
    const fault: Fault = (exchange) => {
      if (is(exchange, 'GET', EVIDENCE) && exchange.status === 200)
        change(exchange, (body) => void (body.data.length > 1 && edit(body.data)));
    };
    const [found, ...others] = await findingsOf(sandbox, fault, checkPlannedLists);
    expect([found, others]).toEqual([['listEvidenceByResource', expect.stringMatching(message)], []]);
  },
);

/** A list below a facility that keeps its entity tag, its first body, or is missing without rows. */
const SYSTEMS_BELOW = /^\/facilities\/[^/]+\/cyber-systems$/;
const firstBodies = (): Fault => {
  const kept = new Map<string, string>();
  return (exchange) => {
    if (!is(exchange, 'GET', SYSTEMS_BELOW) || exchange.status !== 200) return;
    exchange.text = kept.get(exchange.path) ?? exchange.text;
    kept.set(exchange.path, exchange.text);
  };
};

it.each<[planted: string, message: RegExp, fault: () => Fault]>([
  [
    'stays not modified after a change',
    /^the list after a creation below the record: expected 200, got 304$/,
    () => (exchange) => {
      if (!is(exchange, 'GET', SYSTEMS_BELOW) || exchange.status > 304) return;
      if (exchange.conditional) Object.assign(exchange, { status: 304, text: '' });
    },
  ],
  [
    'keeps its first body',
    /^the list after a creation below the record: the list does not show the last change$/,
    firstBodies,
  ],
  [
    'is missing without rows',
    /^the list below a record( without rows)?: expected 200, got 404$/,
    () => (exchange) => {
      if (is(exchange, 'GET', SYSTEMS_BELOW) && exchange.text === '[]') exchange.status = 404;
    },
  ],
])('reports a list below a record that %s', async (_planted, message, fault) => {
  expectFound(await findingsOf(sandbox, fault(), checkPlannedLists), 'getCyberSystemsByFacility', message);
});

/** Checks the filters of one list, or of all. */
const filtersOf = (operationId?: string) => async (session: Session) => {
  session.isSandbox = true;
  const lists = await listAll(session);
  await checkFilters(
    session,
    lists.filter(({ list }) => [undefined, list.operationId].includes(operationId)),
  );
};

it.each<Planted>([
  [
    'tasks without their first row, also in filters',
    'getTasks',
    /the filter \w+ lacks a record of the whole list/,
    withoutTask(0, /^\/tasks(\?|$)/),
  ],
  [
    'tasks without their first row, but not in filters',
    'getTasks',
    /the whole list lacks a record that a filter returns/,
    withoutTask(0, /^\/tasks$/),
  ],
  [
    'a filter without its last row',
    'getTasks',
    /the filter \w+ lacks a record of the whole list/,
    withoutTask(-1, /^\/tasks\?status=/),
  ],
])('reports %s', async (_planted, operationId, message, fault) => {
  expectFound(await findingsOf(sandbox, fault(), filtersOf('getTasks')), operationId, message);
});

const DROPPED = [
  '/tasks dueFrom',
  '/tasks dueTo',
  '/tasks relatedResourceId',
  '/training-assignments facilityId',
  '/users role',
];
it.each(DROPPED)('reports the filter %s that the server ignores', async (dropped) => {
  const [path, name] = dropped.split(' ');
  const whole = new Map<string, string>();
  const findings = await findingsOf(
    sandbox,
    (exchange) => {
      const url = new URL(exchange.path, 'http://localhost');
      if (exchange.method !== 'GET' || url.pathname !== path) return;
      if (!url.searchParams.has(name!)) whole.set(url.search, exchange.text);
      url.searchParams.delete(name!);
      exchange.text = whole.get(url.search) ?? exchange.text;
    },
    filtersOf(),
  );
  expect(findings.map(([, message]) => message)).toEqual([
    `the filter ${name} returns a record that does not match`,
  ]);
});

it('has no finding in the filters of all lists of a sound sandbox', async () => {
  let filters = 0;
  const count: Fault = ({ path }) => void (filters += /\?.*(status|Type|Id)=/.test(path) ? 1 : 0);
  expect(await findingsOf(sandbox, count, filtersOf())).toEqual([]);
  expect(filters).toBeGreaterThan(20);
});

it('has no finding on two runs against a sound sandbox', async () => {
  for (let run = 0; run < 2; run++) {
    expect(await findingsOf(sandbox, () => undefined, checkPlannedLists)).toEqual([]);
    expect(await findingsOf(sandbox, () => undefined)).toEqual([]);
  }
});

/** Changes the rows of a list, and its total with them. */
const inData =
  (path: string, edit: (rows: Rows) => Rows): Fault =>
  (exchange) => {
    if (!is(exchange, 'GET', new RegExp(`^${path}(\\?.*)?$`)) || exchange.status !== 200) return;
    change(exchange, (body) => {
      body.data = edit(body.data);
      body.total = body.data.length;
    });
  };

const DIFFERS = /a row differs from its record in /;
const LACKS = /the list lacks a record that the server returns/;

// Each fault is in another list, so that they share a run.
const IN_LISTS: [planted: string, operationId: string, message: RegExp, fault: Fault][] = [
  [
    'one changed value in row 90',
    'getCyberAssets',
    DIFFERS,
    inList(
      '/cyber-assets',
      (rows) => void (rows[90].asset_type = rows[90].asset_type === 'software' ? 'hardware' : 'software'),
    ),
  ],
  [
    'a planned list without its first row',
    'getTrainingModules',
    LACKS,
    inData('/training-modules', (rows) => rows.slice(1)),
  ],
  ['pages without the first row of the list', 'listUsers', LACKS, inData('/users', (rows) => rows.slice(1))],
  [
    'a row of a planned list twice',
    'getTrainingAssignments',
    TWICE,
    inData('/training-assignments', (rows) => [...rows, rows[0]]),
  ],
  [
    'a changed value in a planned list',
    'getTasks',
    DIFFERS,
    inData('/tasks', (rows) => rows.map((row, index) => (index === 2 ? { ...row, title: 'Other' } : row))),
  ],
  [
    'a total that is not the number of rows',
    'listInvitations',
    /`total` is not the number of rows/,
    (exchange) => {
      if (is(exchange, 'GET', '/invitations') && exchange.status === 200)
        change(exchange, (body) => void body.total++);
    },
  ],
];

describe('whole lists', () => {
  let findings: Found[];
  let details: string;
  beforeAll(async () => {
    findings = await findingsOf(
      sandbox,
      (exchange) => IN_LISTS.forEach(([, , , fault]) => fault(exchange)),
      async (session) => {
        session.isSandbox = true;
        await checkLists(session);
        details = JSON.stringify([session.ledger.findings, session.notes]);
      },
    );
  });

  it.each(IN_LISTS)('report %s', (_planted, operationId, message) => {
    expectFound(findings, operationId, message);
  });

  it('name the row with its index and id, the field and both values', () => {
    expect(details).toMatch(
      /row 90 \(id \\"ca_\w+\\"\): asset_type is \\"\w+\\" in the list, \\"\w+\\" in the record/,
    );
    expect(details).toMatch(/total is 5, the list has 4 rows/);
  });

  it('say which rows were not compared with records', () => {
    expect(details).toContain('because no operation reads one: ');
  });

  it('have no other finding', () => {
    expect([...new Set(findings.map(([operationId]) => operationId))].sort()).toEqual(
      IN_LISTS.map(([, operationId]) => operationId).sort(),
    );
  });
});

/** Changes the lines of the CSV files of the paths. */
const inFiles =
  (path: RegExp, edit: (line: string) => string): Fault =>
  (exchange) => {
    if (is(exchange, 'GET', path) && exchange.headers.get('content-type')?.startsWith('text/csv'))
      exchange.text = exchange.text.split('\r\n').map(edit).join('\r\n');
  };

const COLUMNS = 'the body of 200 has other columns than x-columns';
const withoutCell = (index: number) => (line: string) =>
  line
    .split('","')
    .filter((_cell, at) => at !== index)
    .join('","');

it.each<[planted: string, operationIds: string[], fault: Fault]>([
  [
    'without the column asset_type',
    ['exportCyberAssetsCsv', 'exportLowCyberAssetsCsv'],
    inFiles(/^\/facilities\//, withoutCell(2)),
  ],
  [
    'without a column of their own kind of place',
    ['exportControlCenterCyberAssetsCsv', 'exportControlCenterLowCyberAssetsCsv'],
    inFiles(/^\/control-centers\//, withoutCell(7)),
  ],
  [
    'with another name of a column',
    ['exportTrainingAssignments', 'getCyberAssetsImportTemplate'],
    inFiles(/^\/training|template/, (line) => line.replace(/"(userName|name)"/, '"Name"')),
  ],
])('reports CSV files %s', async (_planted, operationIds, fault) => {
  const findings = await findingsOf(sandbox, fault, async (session) => {
    session.isSandbox = true;
    const collections = new Map((await listAll(session)).map(({ list, rows }) => [list.path, rows]));
    await checkExports(session, collections);
    await checkPlanned(session);
  });
  const [found, planned] = [findings, operationIds.map((operationId) => [operationId, COLUMNS])];
  expect(found.sort()).toEqual(planned);
});
