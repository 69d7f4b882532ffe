// `migrate`: migrates the database without starting a server.
import type { Command } from 'commander';
import { console } from './support/output';
import { withInventory } from './support/with-inventory';

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('Migrate the database to the newest schema. `serve` also does this at startup.')
    .action(() =>
      withInventory(({ database }) => {
        for (const name of database.migrated) console.log(`applied ${name}`);
        if (database.migrated.length === 0) console.log('nothing to apply');
        return Promise.resolve();
      }),
    );
}
