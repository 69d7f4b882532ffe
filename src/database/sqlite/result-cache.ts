// What was read lately, for as long as nothing at all has been committed to the file: SQLite itself says whether anything was, by whatever connection or process.
import type { PreparedConnection } from './connection';
import type { Statement } from '../statement';

/** Five lists of 10,000 assets. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Another number than before when another connection has committed something (https://www.sqlite.org/pragma.html#pragma_data_version). Only the same connection can compare. */
const DATA_VERSION: Statement<void, { data_version: number }> = {
  sql: 'PRAGMA data_version',
  bind: () => [],
};

interface Kept {
  rows: Promise<object[]>;
  /** Once it has been read. */
  bytes: number;
}

const bytesOf = (rows: object[]): number =>
  rows.reduce(
    (sum, row) =>
      sum +
      Object.values(row).reduce(
        (bytes: number, value) => bytes + (Buffer.isBuffer(value) ? value.length : 0),
        0,
      ),
    0,
  );

export class RecentReads {
  private version: number | undefined;
  /** By what was asked, the longest ago first. */
  private readonly kept = new Map<string, Kept>();

  /** `watching` only reads: what it committed itself it would not be told of. */
  constructor(private readonly watching: PreparedConnection) {}

  /** Of this moment or later: what `read` has begun to read is joined only while nothing has been committed since. */
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
        kept.bytes = bytesOf(rows);
        this.dropOldest();
      },
      () => this.kept.get(name) === kept && this.kept.delete(name), // told to whoever waits for it
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
