// `migrate`: migrates the database without starting a server.
import type { Command } from 'commander';
import { readDatabaseUrl } from '../base/config';
import { withBackups } from './backup';
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

const NOT_MIGRATED = 'Nothing was migrated. To migrate without a backup, pass `--no-backup`.';

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('Migrate the database to the newest schema. `serve` also does this at startup.')
    .option('--plan', 'print what the command would do, and change nothing')
    .option('--no-backup', 'on SQLite, write no backup beside the database')
    .addHelpText('after', HELP)
    .action(async ({ plan: onlyPlan, backup }: Options) => {
      const { planMigration } = await import('../app/open-database.js');
      const { missing, backupFile } = await planMigration(readDatabaseUrl());
      const file = backup ? backupFile : undefined;
      if (onlyPlan) {
        if (file !== undefined) console.log(`would write the backup ${file}`);
        for (const name of missing) console.log(`would apply ${name}`);
        if (missing.length === 0) console.log('nothing to apply');
        return;
      }
      if (file !== undefined) {
        await withBackups((backups) => backups.take(file), [NOT_MIGRATED]);
        console.log(`backup ${file}`);
      }
      await withInventory(({ database }) => {
        for (const name of database.migrated) console.log(`applied ${name}`);
        if (database.migrated.length === 0) console.log('nothing to apply');
        return Promise.resolve();
      }, 'migrate');
    });
}
