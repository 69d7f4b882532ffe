// `organization create` and `organization list`.
import { type Command, InvalidArgumentError } from 'commander';
import { SLUG, isSlug } from '../organizations/slug';
import { oneLine } from './arguments';
import { console, print } from './output';
import { Refusal } from './refusal';
import { withInventory } from './with-inventory';

function slug(text: string): string {
  if (!isSlug(text))
    throw new InvalidArgumentError(
      `A slug has lower-case letters, digits and single hyphens, at most ${SLUG.maxLength} of them.`,
    );
  return text;
}

export function addOrganizationCommands(program: Command): void {
  const organization = program
    .command('organization')
    .description('Organizations, to which all data belongs.');

  organization
    .command('create')
    .description('Create an organization and print its id.')
    .argument('<slug>', 'a short name for addresses and commands, such as cedar-valley', slug)
    .requiredOption('--name <name>', 'its full name', oneLine)
    .action((given: string, options: { name: string }) =>
      withInventory(async ({ organizations }) => {
        const created = await organizations.create(given, options.name);
        if (!created) throw new Refusal(`There is an organization with the slug "${given}" already.`);
        console.log(created.id);
      }),
    );

  organization
    .command('list')
    .description('List the organizations.')
    .option('--json', 'as JSON')
    .action((options: { json?: boolean }) =>
      withInventory(async ({ organizations }) =>
        print(await organizations.list(), ['slug', 'name', 'id', 'created_at'], options.json),
      ),
    );
}
