// `activity`: list and verify the log of an organization, and archive closed months of all logs.
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { FORMATS } from '../audit/formats';
import type { ActivityFilter } from '../audit/read';
import type { Month } from '../month';
import { endOfMoment, endedMonth, hash, moment } from './arguments';
import { CommandError, WRONG_USAGE } from './command-error';
import { console, stream } from './output';
import { counted, showVerification } from './activity-verification';
import { addCheckpointCommands, headOfCheckpoint } from './activity-checkpoint';
import { addStreamCommand } from './activity-stream';
import { requireOrganization, withInventory } from './with-inventory';

const LIST_HELP = `
Entries are in order of time: the newest is the last line. json and csv contain every field and the
sequence number of the entry. csv quotes every cell and puts an apostrophe before text that a
spreadsheet would run as a formula.

--name finds records by their present and earlier names: of a record, a key label or an e-mail address. It
reads every entry of the organization once. The other filters use an index or read entries in order.

\`activity SLUG\` is a short form of \`activity list SLUG\`.`;

const VERIFY_HELP = `
Each entry has a hash that covers its content and the previous hash. The command names the first entry
that was altered, removed, inserted or reordered directly in the database.

It then compares the records with the log: the organization, facilities, control centers, cyber systems,
cyber assets, API keys, members and invitations. It names at most 20 records and fields that were
changed directly in the database.

Archived entries are verified with --archives. Without it, the command says how many entries and records
it did not verify.

A user with write access to the database can rewrite the whole log. To detect that, store the head
elsewhere and pass it as --head next time, or pass a checkpoint.`;

const ARCHIVE_HELP = `
For each month, the command writes the entries of all organizations to activity-YYYY-MM.ndjson.gz, and the
SHA-256 to a second file. It reads the file back and verifies the hash of each entry. Then one transaction
records the file in the database and removes the entries from it. The server can run meanwhile.

Keep the files together in one folder, and a copy elsewhere: \`activity verify --archives\` needs them, and a
backup of the database does not contain them.`;

interface VerifyOptions {
  head?: string;
  archives?: string;
  checkpoint?: string;
  publicKey?: string;
  json?: boolean;
}

interface ListOptions {
  since?: string;
  until?: string;
  name?: string;
  actor?: string;
  action?: string;
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

/** `schema`: the enum of the contract that lists the values. */
async function requireKnown(given: string | undefined, kind: string, schema: string): Promise<void> {
  if (given === undefined) return;
  const { contractDocument } = await import('../contract/document.js');
  const { enum: known } = contractDocument.components['schemas']![schema] as { enum: string[] };
  if (known.includes(given)) return;
  const kinds = `${kind[0]!.toUpperCase()}${kind.slice(1)}s`;
  throw new CommandError(`"${given}" is not a ${kind}. ${kinds}: ${known.join(', ')}.`, WRONG_USAGE);
}

export function addActivityCommands(program: Command): void {
  const activity = program
    .command('activity')
    .description('Show, stream, verify and archive the activity log of an organization.');

  activity
    .command('list', { isDefault: true })
    .description('List the changes to an organization, oldest first.')
    .argument('<slug>', 'the organization')
    .option(
      '--since <when>',
      'from this day or time on, for example 2026-01-31 (UTC), or within the last 7d, 12h, 5m or 30s',
      moment,
    )
    .option('--until <when>', 'up to the end of this day, or before this time', endOfMoment)
    .option('--name <name>', 'only entries about records that have or had this name')
    .option('--actor <actor>', 'only entries of this e-mail address, key label, id or operator')
    .option('--action <action>', 'only this action, for example moved or deleted')
    .option(
      '--resource <type>[/<id>]',
      'only entries about this type or resource, for example cyber-asset or cyber-asset/ca_…',
      resource,
    )
    .addOption(new Option('--format <format>').choices(['table', 'json', 'csv']).default('table'))
    .addHelpText('after', LIST_HELP)
    .action(async (slug: string, options: ListOptions) => {
      const { since, until, name, actor, action: operation, resource: filter = {}, format } = options;
      await requireKnown(filter.resourceType, 'resource type', 'ActivityResourceType');
      await requireKnown(operation, 'action', 'ActivityOperation');
      const [{ FORMATS, textOf }, { rowsOf }, { namedRows }, { archivedSentence }] = await Promise.all([
        import('../audit/formats.js'),
        import('../audit/read.js'),
        import('../audit/entry-names.js'),
        import('../audit/archives.js'),
      ]);
      await withInventory(async (inventory) => {
        const { id } = await requireOrganization(inventory, slug);
        const records = name === undefined ? undefined : await inventory.findNamed(id, name);
        const actorIds = actor === undefined ? undefined : await inventory.findActors(id, actor);
        const asked = { ...filter, since, until, operation, records, actorIds };
        const rows = rowsOf(inventory.activity.pages(id, asked));
        await stream(textOf(FORMATS[format], namedRows(inventory.nameEntries, id, rows)));
        const older = archivedSentence(await inventory.archivesOf(id));
        if (older !== undefined) console.error(older);
      });
    });

  addStreamCommand(activity);

  activity
    .command('verify')
    .description('Verify the log of an organization, and compare its records with the log.')
    .argument('<slug>', 'the organization')
    .option('--head <hash>', 'a head from an earlier run: check that the log still contains it', hash)
    .addOption(
      new Option(
        '--checkpoint <file>',
        'a signed head: check that the log still contains it; needs --public-key',
      ).conflicts('head'),
    )
    .option('--public-key <file>', 'the public key of the checkpoint')
    .option('--archives <folder>', 'the archives of older entries: verify them too')
    .option('--json', 'print JSON')
    .addHelpText('after', VERIFY_HELP)
    .action(async (slug: string, { head, checkpoint, publicKey, archives, json }: VerifyOptions) => {
      if ((checkpoint === undefined) !== (publicKey === undefined))
        throw new CommandError('Pass --checkpoint and --public-key together.', WRONG_USAGE);
      await withInventory(async (inventory) => {
        const organization = await requireOrganization(inventory, slug);
        const noted =
          checkpoint === undefined ? head : await headOfCheckpoint(organization, checkpoint, publicKey!);
        showVerification(await inventory.verify(organization.id, 'operator', noted, archives), noted, json);
      });
    });

  addCheckpointCommands(activity);

  activity
    .command('archive')
    .description('Move the closed months of all logs from the database into files.')
    .requiredOption('--before <month>', 'archive the months before this one, for example 2026-01', endedMonth)
    .requiredOption('--to <folder>', 'the folder of the archives')
    .addHelpText('after', ARCHIVE_HELP)
    .action(async ({ before, to }: { before: Month; to: string }) => {
      const { ArchiveRefused } = await import('../audit/read-back.js');
      await withInventory(async (inventory) => {
        let months = 0;
        for await (const { month, file, entries, organizations, bytes } of inventory.archiveLogs(
          before,
          to,
        )) {
          months++;
          console.log(
            `${month}: ${counted(entries, 'entry', 'entries')} of ${counted(organizations, 'organization', 'organizations')} in ${file} (${bytes} bytes)`,
          );
        }
        if (months === 0) console.log(`No entries before ${before} are left to archive.`);
      }).catch((error: unknown) => {
        throw error instanceof ArchiveRefused ? new CommandError(error.message) : error;
      });
    });
}
