// `move`: copies a database into another one, for example from SQLite to PostgreSQL.
import type { Command } from 'commander';
import { ConfigError } from '../base/config';
import { databaseUrlProblem } from '../base/database-url';
import type { TableMove } from '../database/move';
import { CommandError } from '../base/command-error';
import { console, table, withProgress } from './support/output';

const HELP = `
The URLs have the format of DATABASE_URL. The command creates the tables of the target, which must be
empty. It does not migrate the source: run \`migrate\` on it before. Stop the servers that use the source first, and start them on the target
afterwards: later changes of the source are not copied.

The command copies all rows of all tables. API keys continue to work. It then reads both databases again
and compares the count and digest of each table. If they differ, it empties the target and exits with
status 1. A digest is the SHA-256 of the rows in order of their primary keys, each row as a JSON array
of its values in order of column names, followed by a line feed.

To keep the password of PostgreSQL out of the process list, leave it out of the URL and set PGPASSWORD.`;

interface Options {
  from: string;
  to: string;
  json?: boolean;
}

/** Runs after commander's parsing: its errors would print the URL, which may contain a password. */
function checkUrls({ from, to }: Options): void {
  const problems = [databaseUrlProblem('--from', from), databaseUrlProblem('--to', to)].filter(
    (problem) => problem !== undefined,
  );
  if (problems.length === 0 && from === to) problems.push('--from and --to must name different databases.');
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
    .description('Copy all data into another, empty database, and verify the copy.')
    .requiredOption('--from <url>', 'URL of the source, for example sqlite:data/inventory.sqlite')
    .requiredOption('--to <url>', 'URL of the empty target, for example postgres://user@db.example/inventory')
    .option('--json', 'print counts and digests as JSON')
    .addHelpText('after', HELP)
    .action(async (options: Options) => {
      checkUrls(options);
      const { moveInventory } = await import('../app/inventory.js');
      const { MoveError } = await import('../database/move.js');
      try {
        show(
          true,
          await withProgress('rows', (onProgress) => moveInventory(options.from, options.to, onProgress)),
          options.json,
        );
      } catch (error) {
        if (!(error instanceof MoveError)) throw error;
        show(false, error.tables, options.json);
        throw new CommandError(`${error.message} Nothing was moved.`);
      }
    });
}
