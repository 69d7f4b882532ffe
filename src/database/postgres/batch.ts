// Several prepared statements in one round trip to PostgreSQL, and, outside of a transaction block, in one transaction of their own:
// what is sent before a Sync message belongs together (https://www.postgresql.org/docs/current/protocol-flow.html#PROTOCOL-FLOW-PIPELINING).
import { type Client, type Connection, type FieldDef, types } from 'pg';
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

/** What pg's client tells a query that brings its own `submit`; the types of pg know of it only in part. */
interface Wire {
  stream: Pick<Connection['stream'], 'cork' | 'uncork'>;
  parse(message: { name: string; text: string; types: never[] }): void;
  bind(message: { portal: string; statement: string; values: unknown[] }): void;
  describe(message: { type: 'P'; name: string }): void;
  execute(message: { portal: string; rows: number }): void;
  sync(): void;
}

/** Statements that a connection has prepared, by their SQL. */
const preparedOn = new WeakMap<object, Map<string, Prepared>>();
let names = 0;

const toText = (value: Value): string | null =>
  value === null || value === undefined ? null : String(value);

class Batch {
  /** Called by pg's client also when the time for an answer is over. */
  callback!: Callback;
  private readonly fresh = new Map<string, Prepared>();
  private readonly results: StepResult[] = [];
  private known!: Map<string, Prepared>;
  private current: StepResult = { rows: [], count: 0 };

  constructor(private readonly steps: readonly BoundStatement[]) {}

  submit(connection: Connection): void {
    const wire = connection as unknown as Wire;
    this.known = preparedOn.get(connection) ?? new Map<string, Prepared>();
    preparedOn.set(connection, this.known);
    wire.stream.cork();
    for (const { sql, values } of this.steps) {
      let prepared = this.known.get(sql) ?? this.fresh.get(sql);
      const isNew = prepared === undefined;
      // A name of its own each time: whether a statement of a batch that failed was prepared is not known.
      prepared ??= { name: `s${++names}`, columns: [] };
      if (isNew) {
        this.fresh.set(sql, prepared);
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
    this.statement.columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: types.getTypeParser(dataTypeID, 'text') as Column['parse'],
    }));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const row: Record<string, unknown> = {};
    this.statement.columns.forEach(({ name, parse }, index) => {
      const text = fields[index] ?? null;
      row[name] = text === null ? null : parse(text);
    });
    this.current.rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.current.count = Number(/\d+$/.exec(text)?.[0] ?? 0);
    this.results.push(this.current);
    this.current = { rows: [], count: 0 };
  }

  handleReadyForQuery(): void {
    for (const sql of this.fresh.keys()) this.remember(sql);
    this.callback(undefined, this.results);
  }

  handleError(error: Error): void {
    // A statement that broke a constraint has been prepared, and those before it: forgotten, they would be prepared again and again.
    if (/^23/.test((error as { code?: string }).code ?? ''))
      for (const { sql } of this.steps.slice(0, this.results.length + 1)) this.remember(sql);
    this.callback(error, []);
  }

  private remember(sql: string): void {
    const prepared = this.fresh.get(sql);
    if (prepared) this.known.set(sql, prepared);
  }

  /** The one whose answer is being read. */
  private get statement(): Prepared {
    const { sql } = this.steps[this.results.length]!;
    return (this.known.get(sql) ?? this.fresh.get(sql))!;
  }
}

/** Runs all steps or, when one fails, none of them: outside of a transaction block nothing of them stays. @throws DatabaseError of pg, or its error of a lost connection. */
export const runBatch = (client: Client, steps: readonly BoundStatement[]): Promise<StepResult[]> =>
  new Promise((resolve, reject) => {
    const batch = new Batch(steps);
    batch.callback = (error, results) => (error ? reject(error) : resolve(results));
    void client.query(batch as unknown as Parameters<Client['query']>[0]);
  });
