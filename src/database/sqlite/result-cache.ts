// Caches the results of queries until any connection of any process commits to the file, as SQLite itself reports.
import type { PreparedConnection } from './connection';
import type { Statement } from '../statement';

/** Five lists of 10,000 assets. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Changes when another connection commits (https://www.sqlite.org/pragma.html#pragma_data_version).
 * Comparable on one connection only.
 */
const DATA_VERSION: Statement<void, { data_version: number }> = {
  sql: 'PRAGMA data_version',
  bind: () => [],
};

interface Kept {
  rows: Promise<object[]>;
  /** 0 until the rows have arrived. */
  bytes: number;
}

function getBytes(rows: object[]): number {
  let bytes = 0;
  for (const row of rows)
    for (const value of Object.values(row)) if (Buffer.isBuffer(value)) bytes += value.length;
  return bytes;
}

export class RecentReads {
  private version: number | undefined;
  /** By query and params, the least recently used first. */
  private readonly kept = new Map<string, Kept>();

  /** `watching` must only read: its own commits do not change its data version. */
  constructor(private readonly watching: PreparedConnection) {}

  /**
   * Returns rows that are current at the time of the call.
   * Joins a running `read` when nothing has been committed since.
   */
  async rows<Params, Row extends object>(
    statement: Statement<Params, Row>,
    params: Params,
    read: () => Promise<Row[]>,
  ): Promise<Row[]> {
    const [state] = await this.watching.all(DATA_VERSION, undefined);
    if (state!.data_version !== this.version) this.kept.clear();
    this.version = state!.data_version;
    const name = JSON.stringify([statement.sql, params]);
    const kept = this.kept.get(name) ?? this.begin(name, read);
    this.kept.delete(name);
    this.kept.set(name, kept);
    return kept.rows as Promise<Row[]>;
  }

  private begin<Row extends object>(name: string, read: () => Promise<Row[]>): Kept {
    const kept: Kept = { rows: read(), bytes: 0 };
    kept.rows.then(
      (rows) => {
        kept.bytes = getBytes(rows);
        this.dropOldest();
      },
      () => this.kept.get(name) === kept && this.kept.delete(name), // reported to its callers
    );
    return kept;
  }

  private dropOldest(): void {
    let bytes = [...this.kept.values()].reduce((sum, each) => sum + each.bytes, 0);
    for (const [name, each] of this.kept) {
      if (bytes <= MAX_BYTES) return;
      this.kept.delete(name);
      bytes -= each.bytes;
    }
  }
}
