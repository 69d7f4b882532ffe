// `backup`, `backup verify` and `restore`: the database as a file.
import type { Command } from 'commander';
import { readBackupKey, readDatabaseUrl } from '../base/config';
import type { Backup, Verification } from '../database/backup';
import { CommandError } from '../base/command-error';
import { console, print } from './support/output';

async function withBackups<Result>(work: (backup: Backup) => Promise<Result>): Promise<Result> {
  const [databaseUrl, key] = [readDatabaseUrl(), readBackupKey()];
  const { openBackups } = await import('../app/inventory.js');
  return work(await openBackups(databaseUrl, key));
}

const showCounts = ({ counts }: Verification): void =>
  print(
    counts.map(({ organization, ...count }) => ({ organization: organization ?? '-', ...count })),
    ['organization', 'table', 'rows'],
    false,
  );

function show(file: string, verification: Verification, asJson: boolean | undefined): void {
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
    .action((file: string) =>
      withBackups(async (backups) => console.log(`${file}: ${await backups.take(file)} bytes`)),
    );

  backup
    .command('verify')
    .description(
      'Verify the integrity, references, schema, logs and version of a backup, and count the rows of each organization.',
    )
    .argument('<file>', 'a file that `backup` wrote')
    .option('--json', 'print JSON')
    .action((file: string, { json }: { json?: boolean }) =>
      withBackups(async (backups) => show(file, await backups.verify(file), json)),
    );

  program
    .command('restore')
    .description('Create the database of DATABASE_URL from a backup. The database must not exist yet.')
    .argument('<file>', 'a file that `backup` wrote')
    .action((file: string) => withBackups(async (backups) => showCounts(await backups.restore(file))));
}
