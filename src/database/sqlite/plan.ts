// What `migrate` would do to a file.
import { existsSync } from 'node:fs';
import { fromSqliteError } from './dialect';
import { MIGRATIONS_TABLE, missingAfter, requireKnown } from '../migrate';
import { type Ask, askFile } from './connection';

async function readApplied(ask: Ask): Promise<string[] | undefined> {
  const tables = await ask('select name from sqlite_master where name = ?', [MIGRATIONS_TABLE]);
  if (tables.length === 0) return undefined;
  return (await ask<{ name: string }>(`select name from ${MIGRATIONS_TABLE}`)).map(({ name }) => name);
}

/** @throws ApiError `unavailable`. */
export async function planSqlite(url: string): Promise<{ missing: string[]; backupFile?: string }> {
  const file = url.slice('sqlite:'.length);
  const applied = existsSync(file)
    ? await askFile(file, readApplied).catch((error: unknown) => {
        throw fromSqliteError(error);
      })
    : undefined;
  const missing = missingAfter(requireKnown(applied ?? []));
  if (applied === undefined || missing.length === 0) return { missing };
  const time = new Date().toISOString().replace(/[:.]/g, '');
  return { missing, backupFile: `${file}.before-${missing[0]}-${time}` };
}
