// Metrics of the disk: the size of the database, its expiring keys and the time of the last backup.
// The process of the operations listener registers them, so that workers do not add them up.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Gauge, type Registry } from 'prom-client';
import type { Database } from '../../database/database';

/** `/metrics` must respond while the database does not. */
const MAX_MILLISECONDS = 500;
const DIGEST = '.sha256';

/** Returns undefined when `work` fails or takes too long. */
const inTime = <Result>(work: Promise<Result>): Promise<Result | undefined> =>
  Promise.race([work.catch(() => undefined), delay(MAX_MILLISECONDS, undefined, { ref: false })]);

/** Returns the Unix time of a backup in seconds; 0 when only its digest exists, which is written first. */
async function timeOf(backup: string): Promise<number> {
  const { mtimeMs } = await stat(backup).catch(() => ({ mtimeMs: 0 }));
  return mtimeMs / 1000;
}

/**
 * Returns the Unix time of the newest backup with a digest in `folder`, in seconds. Returns 0 when there is
 * none, so that its age raises an alert.
 */
async function lastBackup(folder: string): Promise<number> {
  const names = await readdir(folder).catch((): string[] => []);
  const digests = names.filter((name) => name.endsWith(DIGEST));
  const times = digests.map((name) => timeOf(join(folder, name.slice(0, -DIGEST.length))));
  return Math.max(0, ...(await Promise.all(times)));
}

/** Registers the metrics. Without `backupFolder` there is no metric of backups. */
export function addStorageMetrics(
  registry: Registry,
  database: Pick<Database, 'size'>,
  countExpiringKeys: () => Promise<number>,
  backupFolder: string | undefined,
): void {
  const registers = [registry];
  new Gauge({
    name: 'database_size_bytes',
    help: 'Size of the database: `data`, and `wal` on SQLite. On PostgreSQL up to a minute old. Missing while the database does not respond.',
    labelNames: ['part'],
    registers,
    async collect() {
      this.reset();
      for (const [part, bytes] of Object.entries<number>({ ...(await inTime(database.size())) }))
        this.set({ part }, bytes);
    },
  });
  new Gauge({
    name: 'api_keys_expiring',
    help:
      'Keys of all organizations that expire within 14 days and that no rotation has replaced. ' +
      'Missing while the database does not respond.',
    registers,
    async collect() {
      const count = await inTime(countExpiringKeys());
      if (count === undefined) this.remove();
      else this.set(count);
    },
  });
  if (backupFolder === undefined) return;
  new Gauge({
    name: 'backup_last_success_timestamp_seconds',
    help: 'When the newest backup in BACKUP_FOLDER was written, in Unix time; 0 when there is none.',
    registers,
    async collect() {
      this.set((await inTime(lastBackup(backupFolder))) ?? 0);
    },
  });
}
