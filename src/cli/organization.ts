// `organization create`, `organization rename` and `organization list`. `organization delete` has its own file.
import { type Command, InvalidArgumentError } from 'commander';
import { SLUG, isSlug } from '../base/organization';
import { addDeleteCommand } from './organization-delete';
import { oneLine } from './support/arguments';
import { CommandError } from './support/command-error';
import { console, print } from './support/output';
import {
  readInventory,
  requireNewestSchema,
  withInventory,
  withOrganization,
} from './support/with-inventory';

function slug(text: string): string {
  if (!isSlug(text))
    throw new InvalidArgumentError(
      `A slug has at most ${SLUG.maxLength} lower-case letters, digits and single hyphens.`,
    );
  return text;
}

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

  addDeleteCommand(organization);
}
