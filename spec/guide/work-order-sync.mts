// Turns closed work orders of a maintenance system into completed tasks of their assets, each with an evidence note.
// Run: node work-order-sync.mts work-orders.csv
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type CallError, type UpdateTaskRequest, createClient, unwrap } from 'compliance-inventory/client';

const COLUMNS = ['order', 'asset', 'title', 'closed_at', 'closed_by', 'notes'] as const;
type WorkOrder = Record<(typeof COLUMNS)[number], string>;

process.on('uncaughtException', ({ message }) => {
  console.error(`error: ${message}`);
  process.exit(1);
});
const { API_KEY: apiKey = '', SYNC_URL: baseUrl = 'http://127.0.0.1:4010' } = process.env;
const inventory = createClient({ baseUrl, apiKey, userAgent: 'work-order-sync/1.0' });

/** Returns the cells of each row, with the line on which the row begins. */
function rowsOf(csv: string): { line: number; cells: string[] }[] {
  const rows = [{ line: 1, cells: [] as string[] }];
  let line = 1;
  for (const [text, cell = '', end] of csv.matchAll(/("(?:[^"]|"")*"(?=,|\r?\n)|[^,\n]*?)(,|\r?\n)/g)) {
    const value = cell.replace(/^"([^]*)"$/, '$1').replaceAll('""', '"');
    rows.at(-1)!.cells.push(value.trim());
    line += text.split('\n').length - 1;
    if (end !== ',') rows.push({ line, cells: [] });
  }
  return rows.filter(({ cells }) => cells.join('') !== '');
}

function workOrderOf(header: string[], cells: string[]): WorkOrder {
  if (cells.length !== header.length)
    throw new Error(`The row has ${cells.length} cells, not ${header.length}. Quote cells with commas.`);
  const row = Object.fromEntries(header.map((name, index) => [name, cells[index]])) as WorkOrder;
  const empty = COLUMNS.find((name) => name !== 'notes' && row[name] === '');
  if (empty) throw new Error(`${empty} is empty. Write a value.`);
  if (!/T.+(Z|[+-]\d\d:\d\d)$/.test(row.closed_at) || Number.isNaN(Date.parse(row.closed_at)))
    throw new Error(`closed_at is "${row.closed_at}". Write a time such as 2026-03-04T16:20:00Z.`);
  return row;
}

/** Returns the same key for the same record, so that two runs at the same time create it once. */
const keyOf = (body: object) => ({ 'Idempotency-Key': hash('sha256', JSON.stringify(body)) });

/** Completes a task. Its other fields stay. */
async function complete(id: string, completedAt: string): Promise<void> {
  const read = () => inventory.GET('/tasks/{id}', { params: { path: { id } } });
  const before = await read();
  const { title, assigneeId, dueDate, recurrence, relatedResourceId, relatedResourceType, notes } =
    unwrap(before);
  const kept = { title, assigneeId, dueDate, recurrence, relatedResourceId, relatedResourceType, notes };
  const body = { ...kept, status: 'complete', completedAt } as UpdateTaskRequest;
  const params = { path: { id }, header: { 'If-Match': before.etag ?? '*' } };
  const { error } = await inventory.PUT('/tasks/{id}', { params, body });
  // The response may be lost, or another run may be faster.
  if (error && unwrap(await read()).status !== 'complete') throw error;
}

/** Returns whether the run changed the task or its evidence. */
async function syncWorkOrder(row: WorkOrder, assetId: string | undefined): Promise<boolean> {
  if (assetId === undefined)
    throw new Error(`No cyber asset has the name "${row.asset}". Correct the name, or create the asset.`);
  const asset = { relatedResourceId: assetId, relatedResourceType: 'cyber_asset' } as const;
  const tasks = unwrap(await inventory.GET('/tasks', { params: { query: asset } })).data;
  const body = { title: `${row.order}: ${row.title}`, ...asset };
  const { id, status } =
    tasks.find(({ title }) => title.startsWith(`${row.order}: `)) ??
    unwrap(await inventory.POST('/tasks', { params: { header: keyOf(body) }, body }));

  const path = { resourceId: id };
  const { data } = unwrap(await inventory.GET('/evidence/by-resource/{resourceId}', { params: { path } }));
  const description = `Work order ${row.order}`;
  const noteText = `Closed at ${row.closed_at} by ${row.closed_by}. ${row.notes}`.trim();
  const note = { ...path, resourceType: 'task', type: 'note', noteText, description } as const;
  const isProven = data.some((evidence) => evidence.description === description);
  if (!isProven) unwrap(await inventory.POST('/evidence', { params: { header: keyOf(note) }, body: note }));
  if (status !== 'complete') await complete(id, new Date(row.closed_at).toISOString());
  return !isProven || status !== 'complete';
}

const [file = 'work-orders.csv'] = process.argv.slice(2);
const [header, ...rows] = rowsOf(`${readFileSync(file, 'utf8').replace(/^\uFEFF/, '')}\n`);
if (!header || COLUMNS.some((name) => !header.cells.includes(name)))
  throw new Error(`${file} has the columns ${header?.cells.join()}. It needs ${COLUMNS.join()}.`);
const assets = new Map(unwrap(await inventory.GET('/cyber-assets')).map(({ name, id }) => [name, id]));
const counts = { completed: 0, unchanged: 0, rejected: 0 };
for (const { line, cells } of rows) {
  try {
    const row = workOrderOf(header.cells, cells);
    counts[(await syncWorkOrder(row, assets.get(row.asset))) ? 'completed' : 'unchanged'] += 1;
  } catch (error) {
    if (((error as CallError).kind ?? 'api') !== 'api') throw error; // without a connection, no row succeeds
    counts.rejected += 1;
    console.error(`${file}:${line}: ${(error as Error).message}`);
  }
}
console.log(`${counts.completed} completed, ${counts.unchanged} unchanged, ${counts.rejected} rejected.`);
if (counts.rejected > 0) process.exitCode = 3;
