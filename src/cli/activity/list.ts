// `activity list` and `activity stream`: the entries of a log as a table, JSON or CSV, and as lines of JSON for a SIEM.
import { type Command, Option } from 'commander';
import type { ActivityRow } from '../../server/audit/chain';
import type { FORMATS } from '../../server/audit/formats';
import type { ActivityFilter } from '../../server/audit/read';
import { endOfMoment, moment, parserOf, wholeNumber } from '../support/arguments';
import { CommandError, WRONG_USAGE } from '../../base/command-error';
import { console, stream } from '../support/output';
import { readOrganization, recordExportIn } from '../support/with-inventory';
import { withStopSignal } from '../support/signals';

const LIST_HELP = `
Entries are in order of time: the newest is the last line. json and csv contain every field and the
sequence number of the entry. csv quotes every cell and puts an apostrophe before text that a
spreadsheet would run as a formula. Except for the table, the list is an export: the log gets an entry that says
who made it.

--name finds records by their present and earlier names: of a record, a key label or an e-mail address. Case
does not matter. All filters use an index.

\`activity SLUG\` is a short form of \`activity list SLUG\`.`;

interface ListOptions {
  since?: string;
  until?: string;
  name?: string;
  actor?: string;
  action?: string;
  resource?: ActivityFilter;
  format: keyof typeof FORMATS;
}

const resource = parserOf((text): ActivityFilter | undefined => {
  const [, resourceType, resourceId] = /^([^/]+)(?:\/(.+))?$/s.exec(text) ?? [];
  if (resourceType === undefined) return undefined;
  return resourceId === undefined ? { resourceType } : { resourceType, resourceId };
}, 'Write a resource type, or a type and an id, for example cyber-asset or cyber-asset/ca_01kbs4t885enxtxcxapjygarsc.');

/** `schema`: the enum of the contract that lists the values. */
async function requireKnown(given: string | undefined, kind: string, schema: string): Promise<void> {
  if (given === undefined) return;
  const { contractDocument } = await import('../../contract/document.js');
  const { enum: known } = contractDocument.components['schemas']![schema] as { enum: string[] };
  if (known.includes(given)) return;
  const kinds = `${kind[0]!.toUpperCase()}${kind.slice(1)}s`;
  throw new CommandError(`"${given}" is not a ${kind}. ${kinds}: ${known.join(', ')}.`, WRONG_USAGE);
}

export function addListCommand(activity: Command): void {
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
      const { FORMATS, formatRows } = await import('../../server/audit/formats.js');
      const { readPages, readRows } = await import('../../server/audit/read.js');
      const { namedRows } = await import('../../server/audit/names.js');
      const { archivedSentence, selectArchives } = await import('../../server/audit/archives.js');
      const { createNameSources } = await import('../../app/inventory.js');
      await readOrganization(slug, async (inventory, organization) => {
        const [{ database }, { id }] = [inventory, organization];
        const names = createNameSources(inventory);
        const actorIds = actor === undefined ? undefined : await names.actors.find(id, actor);
        const { resourceType: type, resourceId } = filter;
        const given = { since, until, name, actor, action: operation, type, resource: resourceId };
        const exported = { list: 'the activity', format, filter: given };
        const before =
          format === 'table' ? undefined : await recordExportIn(inventory, organization, exported);
        const asked = { ...filter, since, until, operation, name, actorIds, before };
        const read = inventory.activity.pages(id, asked);
        const named = format === 'json' ? readRows(read) : namedRows(names, id, readPages(read));
        await stream(formatRows(FORMATS[format], named));
        const older = archivedSentence(await selectArchives(database, id));
        if (older !== undefined) console.error(older);
      });
    });
}

const STREAM_HELP = `
Each line is one entry in JSON, in order of sequence and without gaps. The caller stores the sequence of
the last complete line, and passes the number after it as --from the next time.

--follow waits for later entries. SIGINT or SIGTERM ends the command with 0 after a complete line.

The command exits with 1 when the entries are archived and --archives does not name their folder.`;

const MAX_SEQUENCE = 2_147_483_647;

export function addStreamCommand(activity: Command): void {
  activity
    .command('stream')
    .description('Print the log from a sequence on as lines of JSON, for a SIEM.')
    .argument('<slug>', 'the organization')
    .option('--from <sequence>', 'the first entry', wholeNumber(1, MAX_SEQUENCE), 1)
    .option('--follow', 'wait for later entries')
    .option('--archives <folder>', 'the archives of older entries')
    .addHelpText('after', STREAM_HELP)
    .action(async (slug: string, given: { from: number; follow?: true; archives?: string }) => {
      const [{ streamEntries }, { toEntry }] = await Promise.all([
        import('../../server/audit/stream.js'),
        import('../../server/audit/chain.js'),
      ]);
      await withStopSignal((signal) =>
        readOrganization(slug, async (inventory, { id }) => {
          const options = { follow: false, ...given, signal };
          const getLine = (row: ActivityRow) =>
            `${JSON.stringify({ organization: slug, ...toEntry(row) })}\n`;
          async function* lines() {
            for await (const rows of streamEntries(inventory, id, options)) yield rows.map(getLine).join('');
          }
          await stream(lines());
        }),
      );
    });
}
