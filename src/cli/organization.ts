// `organization`: creates, renames and lists organizations. `organization delete` exports an organization, asks for its
// name, and deletes all its rows.
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import type { Command } from 'commander';
import type { Inventory } from '../app/inventory';
import { SLUG, isSlug } from '../base/organization';
import type { OrganizationRecord } from '../server/organizations/store';
import type { UserId } from '../server/users/user';
import { readPastInventory, today } from './inventory';
import { oneLine, parserOf } from './support/arguments';
import { CommandError, WRONG_USAGE } from '../base/command-error';
import { console, print, table } from './support/output';
import {
  readInventory,
  readOrganization,
  recordExportIn,
  requireNewestSchema,
  withInventory,
  withOrganization,
} from './support/with-inventory';

const slug = parserOf(
  (text) => (isSlug(text) ? text : undefined),
  `A slug has at most ${SLUG.maxLength} lower-case letters, digits and single hyphens.`,
);

export function addOrganizationCommands(program: Command): void {
  const organization = program
    .command('organization')
    .description('Manage organizations. Each record belongs to one.');

  organization
    .command('create')
    .description('Create an organization and print its id. In a database without tables, create them first.')
    .argument('<slug>', 'a short name for URLs and commands, for example cedar-valley', slug)
    .requiredOption('--name <name>', 'its full name', oneLine)
    .action((given: string, options: { name: string }) =>
      withInventory(async ({ organizations }) => {
        const created = await organizations.create(given, options.name);
        if (!created) throw new CommandError(`An organization with the slug "${given}" already exists.`);
        console.log(created.id);
      }, 'create'),
    );

  organization
    .command('rename')
    .description('Change the name of an organization. Its slug stays.')
    .argument('<slug>', 'the slug of the organization')
    .requiredOption('--name <name>', 'its new full name', oneLine)
    .action((given: string, options: { name: string }) =>
      withOrganization(given, ({ organizations }, { id }) => organizations.rename(id, options.name)),
    );

  organization
    .command('list')
    .description('List the organizations.')
    .option('--deleted', 'list the deleted organizations: when, by whom, and the end of the log')
    .option('--json', 'print JSON')
    .action(({ deleted, json }: { deleted?: boolean; json?: boolean }) =>
      readInventory(async (inventory) => {
        if (!deleted)
          return print(await inventory.organizations.list(), ['slug', 'name', 'id', 'created_at'], json);
        await requireNewestSchema(inventory);
        const { listDeleted } = await import('../server/organizations/deletion.js');
        const columns = ['slug', 'name', 'id', 'deleted_at', 'deleted_by', 'entries', 'head'] as const;
        print(await listDeleted(inventory.database), [...columns], json);
      }),
    );

  addDelete(organization);
}

const DELETE_HELP = `
First run the command with --dry-run, and revoke the keys of the organization, so that nothing changes meanwhile.

--export writes the inventory, the whole log and a program that verifies both into a new folder. One transaction then
removes the rows of the organization from every table, the log included. Its keys get 401 from the next request on.
Accounts that belong to no other organization are retired.

The command asks for the name of the organization. In a script, pass it as --confirm.

A record of the deletion stays: \`organization list --deleted\`. Backups and archives of the log keep what they have.`;

interface DeleteOptions {
  dryRun?: boolean;
  export?: string;
  confirm?: string;
}

async function showRows({ database }: Inventory, { id }: OrganizationRecord): Promise<void> {
  if (database.dialect.isDistributed)
    throw new CommandError(
      'On Citus, an organization cannot be deleted: triggers protect its log on each server.',
    );
  const { countRows } = await import('../server/organizations/deletion.js');
  console.log(table(await countRows(database, id), ['table', 'rows']));
}

async function ask(slug: string): Promise<string> {
  if (!process.stdin.isTTY)
    throw new CommandError(`To delete ${slug}, pass --confirm with its name or its id. Nothing was deleted.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  console.error(`This deletes everything of the organization ${slug}.`);
  return terminal.question('To continue, type its name: ').finally(() => terminal.close());
}

async function deleteIt(
  inventory: Inventory,
  organization: OrganizationRecord,
  folder: string,
): Promise<void> {
  const { exportedAs } = await import('../server/history/formats.js');
  const { writeProof } = await import('../server/history/proof.js');
  const { deleteOrganization } = await import('../server/organizations/deletion.js');
  const { database, users, actor, activity } = inventory;
  await recordExportIn(inventory, organization, exportedAs('a proof', today()));
  const past = await readPastInventory(inventory, organization, today());
  await writeProof(activity, folder, organization, today(), past);
  const counts = await deleteOrganization(
    database,
    organization,
    past.head,
    actor.actorId,
    (transaction, user) => users.accounts.retireUnlessMember(transaction, user as UserId),
  );
  const rows = counts.reduce((sum, count) => sum + count.rows, 0);
  console.log(
    `Deleted ${organization.slug} (${organization.id}) with ${rows} rows. ` +
      `The export in ${folder} ends with entry ${past.head?.sequence ?? 0}, head ${past.head?.hash ?? 'none'}`,
  );
}

function addDelete(organization: Command): void {
  organization
    .command('delete')
    .description('Export an organization, and delete all its rows.')
    .argument('<slug>', 'the slug of the organization')
    .option('--dry-run', 'show the rows that the command would delete, and change nothing')
    .option('--export <folder>', 'a new folder for the last copy of the inventory and the log')
    .option('--confirm <name>', 'the name or the id of the organization, in place of the question')
    .addHelpText('after', DELETE_HELP)
    .action(async (slug: string, { dryRun, export: folder, confirm }: DeleteOptions) => {
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
        const typed = confirm ?? (await ask(slug));
        if (typed !== found.name && typed !== found.id)
          throw new CommandError(
            `"${typed}" is neither the name nor the id of the organization ${slug}. Nothing was deleted.`,
          );
        await deleteIt(inventory, found, folder);
      });
    });
}
