// The database as a whole: `migrate`, `move`, `backup`, `backup verify` and `restore`.
import type { Command } from 'commander';
import { ConfigError, readBackupKey, readDatabaseUrl } from '../base/config';
import { databaseUrlProblem } from '../base/database-url';
import type { Backup, Verification } from '../database/backup';
import type { TableMove } from '../database/move';
import { CommandError } from '../base/command-error';
import { console, print, table, withProgress } from './support/output';
import { withInventory } from './support/with-inventory';

const MIGRATE_HELP = `
Only \`migrate\` and \`serve\` change the schema of a database that has one. Other commands work on the schema of the
previous minor version, too.

On SQLite, the command first writes a backup beside the database. Writers can continue: the migration waits for their
locks up to a minute, and then names the process or session that writes. Running servers of the previous minor version
continue after the migration, but cannot start again.`;

/** Writes a backup before a migration. @throws CommandError; then nothing was migrated. */
export async function writeBackup(databaseUrl: string, file: string): Promise<void> {
  const { BackupRefused } = await import('../database/backup.js');
  try {
    await (await openBackups(databaseUrl)).take(file);
  } catch (error) {
    if (!(error instanceof BackupRefused)) throw error;
    throw new CommandError([
      error.message,
      'Nothing was migrated. To migrate without a backup, run `migrate --no-backup`.',
    ]);
  }
}

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('Migrate the database to the newest schema. `serve` also does this at startup.')
    .option('--plan', 'print what the command would do, and change nothing')
    .option('--no-backup', 'on SQLite, write no backup beside the database')
    .addHelpText('after', MIGRATE_HELP)
    .action(async ({ plan: onlyPlan, backup }: { plan?: boolean; backup: boolean }) => {
      const databaseUrl = readDatabaseUrl();
      const { planMigration } = await import('../app/open-database.js');
      const { missing, backupFile } = await planMigration(databaseUrl);
      const file = backup ? backupFile : undefined;
      if (onlyPlan) {
        if (file !== undefined) console.log(`would write the backup ${file}`);
        for (const name of missing) console.log(`would apply ${name}`);
        if (missing.length === 0) console.log('nothing to apply');
        return;
      }
      if (file !== undefined) {
        await writeBackup(databaseUrl, file);
        console.log(`backup ${file}`);
      }
      await withInventory(({ database }) => {
        for (const name of database.migrated) console.log(`applied ${name}`);
        if (database.migrated.length === 0) console.log('nothing to apply');
        return Promise.resolve();
      }, 'migrate');
    });
}

const MOVE_HELP = `
The URLs have the format of DATABASE_URL. The command creates the tables of the target, which must be
empty. It does not migrate the source: run \`migrate\` on it before. Stop the servers that use the source first, and start them on the target
afterwards: later changes of the source are not copied.

The command copies all rows of all tables. API keys continue to work. It then reads both databases again
and compares the count and digest of each table. If they differ, it empties the target and exits with
status 1. A digest is the SHA-256 of the rows in order of their primary keys, each row as a JSON array
of its values in order of column names, followed by a line feed.

To keep the password of PostgreSQL out of the process list, leave it out of the URL and set PGPASSWORD.`;

interface MoveOptions {
  from: string;
  to: string;
  json?: boolean;
}

/** Runs after commander's parsing: its errors would print the URL, which may contain a password. */
function checkUrls({ from, to }: MoveOptions): void {
  const problems = [databaseUrlProblem('--from', from), databaseUrlProblem('--to', to)].filter(
    (problem) => problem !== undefined,
  );
  if (problems.length === 0 && from === to) problems.push('--from and --to must name different databases.');
  if (problems.length > 0) throw new ConfigError(problems);
}

function showMove(moved: boolean, tables: TableMove[], asJson: boolean | undefined): void {
  if (asJson) {
    const shown = tables.map(({ table: name, source, target }) => ({ table: name, source, target }));
    console.text(JSON.stringify({ moved, tables: shown }, null, 2));
  } else if (moved) {
    const rows = tables.map(({ table: name, target }) => ({ table: name, ...target }));
    console.log(table(rows, ['table', 'rows', 'digest']));
  } else if (tables.length > 0) {
    const rows = tables.flatMap(({ table: name, read, source, target }) =>
      Object.entries({ read, target, source }).map(([side, contents]) => ({
        table: name,
        side,
        ...contents,
      })),
    );
    console.error(table(rows, ['table', 'side', 'rows', 'digest']));
  }
}

export function addMoveCommand(program: Command): void {
  program
    .command('move')
    .description('Copy all data into another, empty database, and verify the copy.')
    .requiredOption('--from <url>', 'URL of the source, for example sqlite:data/inventory.sqlite')
    .requiredOption('--to <url>', 'URL of the empty target, for example postgres://user@db.example/inventory')
    .option('--json', 'print counts and digests as JSON')
    .addHelpText('after', MOVE_HELP)
    .action(async (options: MoveOptions) => {
      checkUrls(options);
      const { moveInventory } = await import('../app/inventory.js');
      const { MoveError } = await import('../database/move.js');
      try {
        showMove(
          true,
          await withProgress('rows', (onProgress) => moveInventory(options.from, options.to, onProgress)),
          options.json,
        );
      } catch (error) {
        if (!(error instanceof MoveError)) throw error;
        showMove(false, error.tables, options.json);
        throw new CommandError(`${error.message} Nothing was moved.`);
      }
    });
}

async function openBackups(databaseUrl = readDatabaseUrl()): Promise<Backup> {
  const key = readBackupKey();
  return (await import('../app/inventory.js')).openBackups(databaseUrl, key);
}

const showCounts = ({ counts }: Verification): void =>
  print(
    counts.map(({ organization, ...count }) => ({ organization: organization ?? '-', ...count })),
    ['organization', 'table', 'rows'],
    false,
  );

function showVerification(file: string, verification: Verification, asJson: boolean | undefined): void {
  const sound = verification.problems.length === 0;
  if (asJson) console.text(JSON.stringify({ file, sound, ...verification }, null, 2));
  else if (sound) showCounts(verification);
  if (sound) return;
  throw new CommandError([...verification.problems, `${file} is not a valid backup.`]);
}

export function addBackupCommands(program: Command): void {
  const backup = program
    .command('backup')
    .description('Write a consistent copy of the database to a new file. The server can run meanwhile.')
    .argument('<file>', 'a file that does not exist yet')
    .action(async (file: string) => console.log(`${file}: ${await (await openBackups()).take(file)} bytes`));

  backup
    .command('verify')
    .description(
      'Verify the integrity, references, schema, logs and version of a backup, and count the rows of each organization.',
    )
    .argument('<file>', 'a file that `backup` wrote')
    .option('--json', 'print JSON')
    .action(async (file: string, { json }: { json?: boolean }) =>
      showVerification(file, await (await openBackups()).verify(file), json),
    );

  program
    .command('restore')
    .description('Create the database of DATABASE_URL from a backup. The database must not exist yet.')
    .argument('<file>', 'a file that `backup` wrote')
    .action(async (file: string) => showCounts(await (await openBackups()).restore(file)));
}
