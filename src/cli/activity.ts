// `activity list` and `activity verify`: who changed what in an organization, and whether the log of it is what was written.
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { FORMATS } from '../audit/formats';
import type { ActivityFilter } from '../audit/read';
import type { OrganizationVerification } from '../audit/verify-organization';
import { hash, moment } from './arguments';
import { console, stream } from './output';
import { Refusal } from './refusal';
import { requireOrganization, withInventory } from './with-inventory';

const LIST_HELP = `
Oldest first, as the changes came: the newest is the last line. json and csv have every field, with the place of the entry in the chain.
csv quotes every cell and puts an apostrophe before text that a spreadsheet would run as a formula.

\`activity SLUG\` is the same.`;

const VERIFY_HELP = `
Each entry has a hash that covers it and the hash before it. An entry that was altered, removed, inserted or reordered behind the
server's back breaks the chain, and the first place where it is broken is named.

The command then compares the records with the log: the organization, facilities, control centers, cyber systems, cyber
assets, API keys, members and invitations. It names each record and field that was changed, added or removed directly in the
database, 20 at most. A person with write access to the database could also write the
whole chain anew: note the head in another place, and pass it as --head the next time.`;

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
      'Write a kind of resource, or one and an id, such as cyber-asset or cyber-asset/ca_01kbs4t885enxtxcxapjygarsc.',
    );
  return rest.length > 0 ? { resourceType, resourceId } : { resourceType };
}

async function requireKnownType({ resourceType }: ActivityFilter): Promise<void> {
  const { contractDocument } = await import('../contract/document.js');
  const { enum: known } = contractDocument.components['schemas']!['ActivityResourceType'] as {
    enum: string[];
  };
  if (resourceType !== undefined && !known.includes(resourceType))
    throw new Refusal(`There is no kind of resource "${resourceType}". There are ${known.join(', ')}.`, 2);
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
  if (fault) throw new Refusal(asJson ? '' : faults.map(({ message }) => message));
  if (rewritten)
    throw new Refusal(
      asJson
        ? ''
        : `No entry has the hash ${asked}: if it was the head once, the chain was written anew or cut off since.`,
    );
  if (asJson) return;
  console.log(
    `${entries} ${entries === 1 ? 'entry' : 'entries'}, none altered, removed, inserted or reordered.`,
  );
  console.log(`Head ${head ?? 'none'}`);
  if (asked !== undefined) console.log(`The head that you noted is that of entry ${noted}.`);
}

export function addActivityCommands(program: Command): void {
  const activity = program
    .command('activity')
    .description('Who changed what: a log to which every change appends, and nothing else is done.');

  activity
    .command('list', { isDefault: true })
    .description('List the changes to an organization, oldest first.')
    .argument('<slug>', 'the organization')
    .option(
      '--since <when>',
      'from this day or moment on, such as 2026-01-31 (UTC), or within the last 7d, 12h, 5m or 30s',
      moment,
    )
    .option(
      '--resource <type>[/<id>]',
      'about this kind of resource or this one, such as cyber-asset or cyber-asset/ca_…',
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
    .description('Verify the log of an organization, and its records against the log.')
    .argument('<slug>', 'the organization')
    .option('--head <hash>', 'a head that was noted earlier: say whether it is still in the chain', hash)
    .option('--json', 'as JSON')
    .addHelpText('after', VERIFY_HELP)
    .action(async (slug: string, { head: noted, json }: { head?: string; json?: boolean }) => {
      await withInventory(async (inventory) => {
        const { id } = await requireOrganization(inventory, slug);
        show(await inventory.verify(id, 'operator', noted), noted, json);
      });
    });
}
