// `inventory` and `inventory review`: the inventory as of a day, and the record of its review.
import { type Command, InvalidArgumentError, Option } from 'commander';
import { toDay, isDay, notADay } from '../base/day';
import type { Inventory } from '../app/inventory';
import type { INVENTORY_FORMATS } from '../server/history/formats';
import { type InventoryFilter, type Rating, isRating } from '../server/history/rows';
import type { OrganizationRecord } from '../server/organizations/store';
import { joinChunks } from '../base/text';
import { oneLine, parserOf } from './support/arguments';
import { CommandError } from '../base/command-error';
import { console, stream } from './support/output';
import { readOrganization, recordExportIn, withOrganization } from './support/with-inventory';

const LIST_HELP = `
Lists every facility, control center, cyber system and cyber asset as it was at the end of the day (UTC),
each with its rating, its place and the log entry that last changed it. The list is computed from the log,
backwards from the present records. Run \`activity verify SLUG\` to verify the log itself.

json has the shape of an import file, with the impact_rating of each asset. csv quotes every cell and puts
an apostrophe before text that a spreadsheet would run as a formula. html is made for printing.

Except for the table, the list is an export, and the log has an entry that says who made it.

--proof writes the whole inventory of the day, the log and a program into a folder. There,
\`node verify-proof.mjs\` recomputes the list without this server. It exits with 1 when a row or an entry was
altered.

\`inventory SLUG\` is a short form of \`inventory list SLUG\`.`;

const REVIEW_HELP = `
CIP-002 requires a review and an approval of the list every 15 calendar months. The entry in the log holds
the day, the approver and the SHA-256 of the list.`;

interface ListOptions {
  asOf: string;
  rating?: InventoryFilter['ratings'];
  facility?: string;
  format: keyof typeof INVENTORY_FORMATS;
  proof?: string;
}

/** Returns today or an earlier day. @throws InvalidArgumentError. */
function pastDay(text: string): string {
  if (!isDay(text)) throw new InvalidArgumentError(notADay(text));
  if (text > today()) throw new InvalidArgumentError('Write today or an earlier day.');
  return text;
}

export const today = (): string => toDay(new Date());

const ratings = parserOf((text): Rating[] | undefined => {
  const given = text.split(',');
  return given.every(isRating) ? given : undefined;
}, 'Write high, medium or low, or several with commas: high,medium.');

const asOfOption = (): Option =>
  new Option('--as-of <day>', 'the day (UTC), for example 2026-06-30')
    .argParser(pastDay)
    .default(today(), 'today');

/** @throws CommandError when the entries that the day needs are archived. */
export async function readPastInventory({ database }: Inventory, { id }: OrganizationRecord, day: string) {
  const { readPast } = await import('../server/history/past-inventory.js');
  return readPast(database, id, day);
}

export function addInventoryCommands(program: Command): void {
  const inventory = program
    .command('inventory')
    .description('Show the inventory of an organization as of a day, and record its review.');

  inventory
    .command('list', { isDefault: true })
    .description('List the records as they were at the end of a day.')
    .argument('<slug>', 'the organization')
    .addOption(asOfOption())
    .option('--rating <ratings>', 'only systems and assets of these ratings: high, medium, low', ratings)
    .option('--facility <name>', 'only this facility, with its systems and assets')
    .addOption(new Option('--format <format>').choices(['table', 'csv', 'json', 'html']).default('table'))
    .option('--proof <folder>', 'write the list, the log and a program that recomputes the list')
    .addHelpText('after', LIST_HELP)
    .action(async (slug: string, { asOf, rating, facility, format, proof }: ListOptions) => {
      const { INVENTORY_FORMATS, exportedAs, createReport } = await import('../server/history/formats.js');
      const { writeProof } = await import('../server/history/proof.js');
      const { accountName } = await import('../server/audit/entry.js');
      const { createActors } = await import('../app/inventory.js');
      await readOrganization(slug, async (opened, organization) => {
        const recordIt = (...as: Parameters<typeof exportedAs>) =>
          recordExportIn(opened, organization, exportedAs(...as));
        const past = await readPastInventory(opened, organization, asOf);
        const filter = { ratings: rating, facility };
        const actors = createActors(opened);
        const report = await createReport(actors, organization, asOf, past, filter, accountName());
        if (facility !== undefined && report.rows.length === 0)
          throw new CommandError(
            `The list has no facility "${facility}". Without --facility it has the names of all.`,
          );
        if (format !== 'table') await recordIt(format, asOf, filter);
        if (proof !== undefined) {
          await recordIt('a proof', asOf);
          await writeProof(opened.activity, proof, organization, asOf, past);
        }
        await stream(joinChunks(INVENTORY_FORMATS[format](report)));
      });
    });

  inventory
    .command('review')
    .description('Record in the log that the inventory of a day was reviewed and approved.')
    .argument('<slug>', 'the organization')
    .requiredOption(
      '--approved-by <name>',
      'who approved the list, for example the CIP Senior Manager',
      oneLine,
    )
    .addOption(asOfOption())
    .addHelpText('after', REVIEW_HELP)
    .action((slug: string, { approvedBy, asOf }: { approvedBy: string; asOf: string }) =>
      withOrganization(slug, async (opened, organization) => {
        const past = await readPastInventory(opened, organization, asOf);
        const { recordReview } = await import('../server/history/review.js');
        const { dueBy, records } = await recordReview(opened, organization.id, asOf, approvedBy, past);
        console.log(
          `Recorded the review of ${records} records as of ${asOf}. The next one is due by ${dueBy}.`,
        );
      }),
    );
}
