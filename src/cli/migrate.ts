// `migrate`: migrates the database without starting a server.
import type { Command } from 'commander';
import { readBackupKey, readDatabaseUrl } from '../base/config';
import { CommandError } from '../base/command-error';
import { console } from './support/output';
import { withInventory } from './support/with-inventory';

const HELP = `
Only \`migrate\` and \`serve\` change the schema of a database that has one. Other commands work on the schema of the
previous minor version, too.

On SQLite, the command first writes a backup beside the database. Writers can continue: the migration waits for their
locks up to a minute, and then names the process or session that writes. Running servers of the previous minor version
continue after the migration, but cannot start again.`;

interface Options {
  plan?: boolean;
  backup: boolean;
}

/** Writes a backup before a migration. @throws CommandError; then nothing was migrated. */
export async function writeBackup(databaseUrl: string, file: string): Promise<void> {
  const { openBackups } = await import('../app/inventory.js');
  const { BackupRefused } = await import('../database/backup.js');
  try {
    await (await openBackups(databaseUrl, readBackupKey())).take(file);
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
    .addHelpText('after', HELP)
    .action(async ({ plan: onlyPlan, backup }: Options) => {
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
