// `move`: everything that one database holds into another, such as from SQLite to PostgreSQL.
import type { Command } from 'commander';
import { ConfigError } from '../config';
import { databaseUrlProblem } from '../database/schemes';
import type { TableMove } from '../move/move';
import { console, table } from './output';
import { withProgress } from './progress';
import { Refusal } from './refusal';

const HELP = `
URLs are those of DATABASE_URL. Both databases are brought to the newest schema; the target must hold nothing. Stop the servers that use the
source first, and start them on the target afterwards: what is written to the source later stays there.

All rows are moved: organizations, inventory, keys, which work on as they are, and what else the schema has. Then both sides are read again.
Count and digest of each table must be the same on both; otherwise no row stays at the target, and the exit status is 1.
A digest is SHA-256 over the rows in the order of their primary keys, each a JSON list of the values in the order of the columns' names, and a line feed.

A password can be left out of a URL of PostgreSQL and given in PGPASSWORD, which keeps it out of the list of processes.`;

interface Options {
  from: string;
  to: string;
  json?: boolean;
}

/** Not while the options are read: commander would show what it refuses, and a URL may hold a password. */
function checkUrls({ from, to }: Options): void {
  const problems = [databaseUrlProblem('--from', from), databaseUrlProblem('--to', to)].filter(
    (problem) => problem !== undefined,
  );
  if (problems.length === 0 && from === to) problems.push('--from and --to must name two databases.');
  if (problems.length > 0) throw new ConfigError(problems);
}

function show(moved: boolean, tables: TableMove[], asJson: boolean | undefined): void {
  if (asJson)
    console.text(
      JSON.stringify(
        { moved, tables: tables.map(({ table: name, source, target }) => ({ table: name, source, target })) },
        null,
        2,
      ),
    );
  else if (moved)
    console.log(
      table(
        tables.map(({ table: name, target }) => ({ table: name, ...target })),
        ['table', 'rows', 'digest'],
      ),
    );
  else if (tables.length > 0) {
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
    .description('Move everything into another, empty database, and prove that it arrived.')
    .requiredOption('--from <url>', 'the database that is there, such as sqlite:data/inventory.sqlite')
    .requiredOption('--to <url>', 'the empty one, such as postgres://user@db.example/inventory')
    .option('--json', 'the counts and digests as JSON')
    .addHelpText('after', HELP)
    .action(async (options: Options) => {
      checkUrls(options);
      const { moveInventory } = await import('../compose.js');
      const { MoveRefused } = await import('../move/move.js');
      try {
        show(
          true,
          await withProgress('rows', (onProgress) => moveInventory(options.from, options.to, onProgress)),
          options.json,
        );
      } catch (error) {
        if (!(error instanceof MoveRefused)) throw error;
        show(false, error.tables, options.json);
        throw new Refusal(`${error.message} Nothing was moved.`);
      }
    });
}
