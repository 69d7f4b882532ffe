// `organization delete`: exports an organization, asks for its name, and deletes all its rows.
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import type { Inventory } from '../app/inventory';
import type { OrganizationRecord } from '../server/organizations/store';
import type { UserId } from '../server/users/user';
import { readPastOf, today } from './inventory';
import { CommandError, WRONG_USAGE } from './support/command-error';
import { console, table } from './support/output';
import {
  readOrganization,
  recordExportIn,
  requireNewestSchema,
  withOrganization,
} from './support/with-inventory';

const HELP = `
First run the command with --dry-run, and revoke the keys of the organization, so that nothing changes meanwhile.

--export writes the inventory, the whole log and a program that verifies both into a new folder. One transaction then
removes the rows of the organization from every table, the log included. Its keys get 401 from the next request on.
Accounts that belong to no other organization are retired.

The command asks for the name of the organization. In a script, pass it as --confirm.

A record of the deletion stays: \`organization list --deleted\`. Backups and archives of the log keep what they have.`;

interface Options {
  dryRun?: boolean;
  export?: string;
  confirm?: string;
}

async function showRows({ database }: Inventory, { id }: OrganizationRecord): Promise<void> {
  if (database.dialect.isDistributed)
    throw new CommandError(
      'On Citus, an organization cannot be deleted: triggers protect its log on each server.',
    );
  const { countRowsOf } = await import('../server/organizations/deletion.js');
  console.log(table(await countRowsOf(database, id), ['table', 'rows']));
}

async function ask({ slug }: OrganizationRecord): Promise<string> {
  if (!process.stdin.isTTY)
    throw new CommandError(`To delete ${slug}, pass --confirm with its name or its id. Nothing was deleted.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  console.error(`This deletes everything of the organization ${slug}.`);
  return terminal.question('To continue, type its name: ').finally(() => terminal.close());
}

async function requireConfirmed(organization: OrganizationRecord, given: string | undefined): Promise<void> {
  const typed = given ?? (await ask(organization));
  if (typed !== organization.name && typed !== organization.id)
    throw new CommandError(
      `"${typed}" is neither the name nor the id of the organization ${organization.slug}. Nothing was deleted.`,
    );
}

async function deleteIt(
  inventory: Inventory,
  organization: OrganizationRecord,
  folder: string,
): Promise<void> {
  const { exportedAs } = await import('../server/history/formats.js');
  const { writeProof } = await import('../server/history/proof.js');
  const { ChangedSinceExport, deleteOrganization } = await import('../server/organizations/deletion.js');
  const { database, users, actor, activity } = inventory;
  await recordExportIn(inventory, organization, exportedAs('a proof', today()));
  const past = await readPastOf(inventory, organization, today());
  await writeProof(activity, folder, organization, today(), past);
  const counts = await deleteOrganization(
    database,
    organization,
    past.head,
    actor.actorId,
    (transaction, user) => users.accounts.retireUnlessMember(transaction, user as UserId),
  ).catch((error: unknown) => {
    if (!(error instanceof ChangedSinceExport)) throw error;
    throw new CommandError(
      `${organization.slug} changed after the export. Nothing was deleted. Revoke its keys, and run the command ` +
        'again with another folder.',
    );
  });
  const rows = counts.reduce((sum, count) => sum + count.rows, 0);
  console.log(
    `Deleted ${organization.slug} (${organization.id}) with ${rows} rows. ` +
      `The export in ${folder} ends with entry ${past.head?.sequence ?? 0}, head ${past.head?.hash ?? 'none'}`,
  );
}

export function addDeleteCommand(organization: Command): void {
  organization
    .command('delete')
    .description('Export an organization, and delete all its rows.')
    .argument('<slug>', 'the slug of the organization')
    .option('--dry-run', 'show the rows that the command would delete, and change nothing')
    .option('--export <folder>', 'a new folder for the last copy of the inventory and the log')
    .option('--confirm <name>', 'the name or the id of the organization, in place of the question')
    .addHelpText('after', HELP)
    .action(async (slug: string, { dryRun, export: folder, confirm }: Options) => {
      if (dryRun) {
        await readOrganization(slug, showRows);
        console.log('Dry run: nothing was deleted.');
        return;
      }
      if (folder === undefined)
        throw new CommandError('Pass --export FOLDER for the last copy, or --dry-run.', WRONG_USAGE);
      if (existsSync(folder)) throw new CommandError(`"${folder}" exists. Name a new folder.`);
      await withOrganization(slug, async (inventory, found) => {
        await requireNewestSchema(inventory);
        await showRows(inventory, found);
        await requireConfirmed(found, confirm);
        await deleteIt(inventory, found, folder);
      });
    });
}
