// `activity list` and `activity verify`: read and verify the activity log of an organization.
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { FORMATS } from '../audit/formats';
import type { ActivityFilter } from '../audit/read';
import type { OrganizationVerification } from '../audit/verify';
import { hash, moment } from './arguments';
import { CommandError, WRONG_USAGE } from './command-error';
import { console, stream } from './output';
import { requireOrganization, withInventory } from './with-inventory';

const LIST_HELP = `
Entries are in order of time: the newest is the last line. json and csv contain every field and the
sequence number of the entry. csv quotes every cell and puts an apostrophe before text that a
spreadsheet would run as a formula.

\`activity SLUG\` is a short form of \`activity list SLUG\`.`;

const VERIFY_HELP = `
Each entry has a hash that covers its content and the previous hash. The command names the first entry
that was altered, removed, inserted or reordered directly in the database.

It then compares the records with the log: the organization, facilities, control centers, cyber systems,
cyber assets, API keys, members and invitations. It names at most 20 records and fields that were
changed directly in the database.

A user with write access to the database can rewrite the whole log. To detect that, store the head
elsewhere and pass it as --head next time.`;

interface ListOptions {
  since?: string;
  resource?: ActivityFilter;
  format: keyof typeof FORMATS;
}

/** @throws InvalidArgumentError. */
function resource(text: string): ActivityFilter {
  const [resourceType = '', ...rest] = text.split('/');
  const resourceId = rest.join('/');
  if (resourceType === '' || (rest.length > 0 && resourceId === ''))
    throw new InvalidArgumentError(
      'Write a resource type, or a type and an id, ' +
        'for example cyber-asset or cyber-asset/ca_01kbs4t885enxtxcxapjygarsc.',
    );
  return rest.length > 0 ? { resourceType, resourceId } : { resourceType };
}

async function requireKnownType({ resourceType }: ActivityFilter): Promise<void> {
  const { contractDocument } = await import('../contract/document.js');
  const { enum: known } = contractDocument.components['schemas']!['ActivityResourceType'] as {
    enum: string[];
  };
  if (resourceType !== undefined && !known.includes(resourceType))
    throw new CommandError(
      `"${resourceType}" is not a resource type. Resource types: ${known.join(', ')}.`,
      WRONG_USAGE,
    );
}

function show(
  { entries, head, noted, faults }: OrganizationVerification,
  asked: string | undefined,
  asJson: boolean | undefined,
): void {
  const [fault] = faults;
  const rewritten = !fault && asked !== undefined && noted === undefined;
  if (asJson) {
    console.text(
      JSON.stringify(
        {
          verified: !fault && !rewritten,
          entries,
          head,
          ...(asked === undefined ? {} : { noted: { hash: asked, sequence: noted ?? null } }),
          ...(fault ? { fault, faults } : {}),
        },
        null,
        2,
      ),
    );
  }
  if (fault) throw new CommandError(asJson ? '' : faults.map(({ message }) => message));
  if (rewritten)
    throw new CommandError(
      asJson
        ? ''
        : `No entry has the hash ${asked}. If it was a head, the log was rewritten or truncated since.`,
    );
  if (asJson) return;
  console.log(
    `${entries} ${entries === 1 ? 'entry' : 'entries'}, none altered, removed, inserted or reordered.`,
  );
  console.log(`Head ${head ?? 'none'}`);
  if (asked !== undefined) console.log(`The given head belongs to entry ${noted}.`);
}

export function addActivityCommands(program: Command): void {
  const activity = program
    .command('activity')
    .description('Show and verify the activity log: who changed what in an organization.');

  activity
    .command('list', { isDefault: true })
    .description('List the changes to an organization, oldest first.')
    .argument('<slug>', 'the organization')
    .option(
      '--since <when>',
      'from this day or time on, for example 2026-01-31 (UTC), or within the last 7d, 12h, 5m or 30s',
      moment,
    )
    .option(
      '--resource <type>[/<id>]',
      'only entries about this type or resource, for example cyber-asset or cyber-asset/ca_…',
      resource,
    )
    .addOption(new Option('--format <format>').choices(['table', 'json', 'csv']).default('table'))
    .addHelpText('after', LIST_HELP)
    .action(async (slug: string, { since, resource: filter = {}, format }: ListOptions) => {
      await requireKnownType(filter);
      const [{ FORMATS, textOf }, { rowsOf }] = await Promise.all([
        import('../audit/formats.js'),
        import('../audit/read.js'),
      ]);
      await withInventory(async (inventory) => {
        const { id } = await requireOrganization(inventory, slug);
        await stream(textOf(FORMATS[format], rowsOf(inventory.activity.pages(id, { ...filter, since }))));
      });
    });

  activity
    .command('verify')
    .description('Verify the log of an organization, and compare its records with the log.')
    .argument('<slug>', 'the organization')
    .option('--head <hash>', 'a head from an earlier run: check that the log still contains it', hash)
    .option('--json', 'print JSON')
    .addHelpText('after', VERIFY_HELP)
    .action(async (slug: string, { head: noted, json }: { head?: string; json?: boolean }) => {
      await withInventory(async (inventory) => {
        const { id } = await requireOrganization(inventory, slug);
        show(await inventory.verify(id, 'operator', noted), noted, json);
      });
    });
}
