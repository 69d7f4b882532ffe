// Sends several prepared statements to PostgreSQL in one round trip.
// Without a transaction block, the statements before a Sync message are one transaction
// (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING).
import { type Client, type Connection, type FieldDef, types } from 'pg';
import { SLOW_MILLISECONDS, hasTable, noteDuration } from '../slow-statements';
import type { BoundStatement, Value } from '../statement';

export interface StepResult {
  rows: Record<string, unknown>[];
  /** Rows changed or read. */
  count: number;
}

interface Prepared {
  name: string;
  columns: Column[];
}

interface Column {
  name: string;
  parse: (text: string) => unknown;
}

type Callback = (error: Error | undefined, results: StepResult[]) => void;

/** The connection that pg's client hands to a query with its own `submit`. The types of pg describe only part of it. */
interface Wire {
  stream: Pick<Connection['stream'], 'cork' | 'uncork'>;
  parse(message: { name: string; text: string; types: never[] }): void;
  bind(message: { portal: string; statement: string; values: unknown[] }): void;
  describe(message: { type: 'P'; name: string }): void;
  execute(message: { portal: string; rows: number }): void;
  close(message: { type: 'S'; name: string }): void;
  sync(): void;
}

/**
 * Statements that a connection keeps, because some SQL depends on what a caller gives. More than a server uses, and as
 * many as the pooler is told to keep.
 */
const MAX_PREPARED = 200;

/** Statements that a connection has prepared, by their SQL, the oldest first. */
class PreparedStatements extends Map<string, Prepared> {
  private dropped: string[] = [];

  /** Forgets statements that the session may have. */
  drop(sqls: Iterable<string>): void {
    for (const sql of sqls) {
      const prepared = this.get(sql);
      if (prepared && this.delete(sql)) this.dropped.push(prepared.name);
    }
  }

  /** Returns the names of statements to close in the session. */
  takeDropped(): string[] {
    for (const sql of this.keys()) {
      if (this.size <= MAX_PREPARED) break;
      this.drop([sql]);
    }
    const names = this.dropped;
    this.dropped = [];
    return names;
  }
}

const preparedOn = new WeakMap<object, PreparedStatements>();
let names = 0;

/**
 * Returns whether a prepared statement is of no use any more: the session has lost it (26000), or its rows have other
 * columns since a migration (0A000, which also stands for what PostgreSQL does not support).
 */
export function isStale(error: unknown): boolean {
  const { code, routine } = (error ?? {}) as { code?: unknown; routine?: unknown };
  return code === '26000' || (code === '0A000' && routine === 'RevalidateCachedQuery');
}

const toText = (value: Value): string | null =>
  value === null || value === undefined ? null : String(value);

class Batch {
  /** pg's client calls this after a timeout too. */
  callback!: Callback;
  private readonly fresh = new Map<string, Prepared>();
  /** The statement of each step. */
  private readonly sent: Prepared[] = [];
  private readonly results: StepResult[] = [];
  private known!: PreparedStatements;
  private current: StepResult = { rows: [], count: 0 };
  /** When the message was sent. */
  private since = 0;

  constructor(private readonly steps: readonly BoundStatement[]) {}

  submit(connection: Connection): void {
    this.since = performance.now();
    const wire = connection as unknown as Wire;
    this.known = preparedOn.get(connection) ?? new PreparedStatements();
    preparedOn.set(connection, this.known);
    wire.stream.cork();
    for (const name of this.known.takeDropped()) wire.close({ type: 'S', name });
    for (const { sql, values, isOnce } of this.steps) {
      let prepared = isOnce ? undefined : (this.known.get(sql) ?? this.fresh.get(sql));
      const isNew = prepared === undefined;
      // A new name each time, because a statement of a failed batch may or may not have been prepared.
      prepared ??= { name: isOnce ? '' : `s${++names}`, columns: [] };
      this.sent.push(prepared);
      if (isNew) {
        if (!isOnce) this.fresh.set(sql, prepared);
        wire.parse({ name: prepared.name, text: sql, types: [] });
      }
      wire.bind({ portal: '', statement: prepared.name, values: values.map(toText) });
      if (isNew) wire.describe({ type: 'P', name: '' });
      wire.execute({ portal: '', rows: 0 });
    }
    wire.sync();
    wire.stream.uncork();
  }

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.sent[this.results.length]!.columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: types.getTypeParser(dataTypeID, 'text') as Column['parse'],
    }));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const row: Record<string, unknown> = {};
    this.sent[this.results.length]!.columns.forEach(({ name, parse }, index) => {
      const text = fields[index] ?? null;
      row[name] = text === null ? null : parse(text);
    });
    this.current.rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.current.count = Number(text.split(' ').at(-1)) || 0;
    this.results.push(this.current);
    this.current = { rows: [], count: 0 };
  }

  handleReadyForQuery(): void {
    this.noteDuration(() => this.steps.find(({ sql }) => hasTable(sql)));
    for (const sql of this.fresh.keys()) this.remember(sql);
    this.callback(undefined, this.results);
  }

  handleError(error: Error): void {
    this.noteDuration(() => this.steps[this.results.length]);
    // A statement that broke a constraint was prepared, like those before it.
    // Keep them, or each conflict prepares anew.
    if (/^23/.test((error as { code?: string }).code ?? ''))
      for (const { sql } of this.steps.slice(0, this.results.length + 1)) this.remember(sql);
    if (isStale(error)) this.known.drop(this.steps.map(({ sql }) => sql));
    this.callback(error, []);
  }

  /** PostgreSQL sends the results of a message together: it does not tell how long each statement took. */
  private noteDuration(find: () => BoundStatement | undefined): void {
    const milliseconds = performance.now() - this.since;
    if (milliseconds >= SLOW_MILLISECONDS) noteDuration((find() ?? this.steps[0]!).sql, milliseconds);
  }

  private remember(sql: string): void {
    const prepared = this.fresh.get(sql);
    if (prepared) this.known.set(sql, prepared);
  }
}

/**
 * Runs all steps in one message. Outside of a transaction block a failed step undoes all of them.
 * @throws DatabaseError of pg, or its error of a lost connection.
 */
export const runBatch = (client: Client, steps: readonly BoundStatement[]): Promise<StepResult[]> =>
  new Promise((resolve, reject) => {
    const batch = new Batch(steps);
    batch.callback = (error, results) => (error ? reject(error) : resolve(results));
    void client.query(batch as unknown as Parameters<Client['query']>[0]);
  });

interface Queued {
  step: BoundStatement;
  resolve?: (result: StepResult) => void;
  reject?: (error: unknown) => void;
}

/** Collects the statements of a transaction: those of one moment go in one message. */
export class Pipeline {
  private queued: Queued[] = [];

  constructor(private readonly client: Client) {}

  /** Sends steps together with the next `run`, which fails when they fail. */
  push(...steps: BoundStatement[]): void {
    this.queued.push(...steps.map((step) => ({ step })));
  }

  /** Runs a step. When one step of a message fails, all of them fail with its error. */
  run(step: BoundStatement): Promise<StepResult> {
    return new Promise((resolve, reject) => {
      const isFirst = this.queued.every((queued) => queued.resolve === undefined);
      this.queued.push({ step, resolve, reject });
      if (isFirst) queueMicrotask(() => void this.send());
    });
  }

  private async send(): Promise<void> {
    const sent = this.queued;
    this.queued = [];
    try {
      const results = await runBatch(
        this.client,
        sent.map(({ step }) => step),
      );
      sent.forEach(({ resolve }, index) => resolve?.(results[index]!));
    } catch (error) {
      for (const { reject } of sent) reject?.(error);
    }
  }
}
