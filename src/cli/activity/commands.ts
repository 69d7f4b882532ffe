// `activity`: verify the log of an organization, and archive closed months of all logs.
import { type Command, Option } from 'commander';
import type { Month } from '../../base/day';
import { SchemaChanged, SCHEMA_ADVICE } from '../../database/schema-comparison';
import { endedMonth, hash } from '../support/arguments';
import { CommandError, WRONG_USAGE } from '../../base/command-error';
import { console, withProgress } from '../support/output';
import { addCheckpointCommands, headOfCheckpoint } from './checkpoint';
import { addListCommand, addStreamCommand } from './list';
import { readOrganization, withInventory } from '../support/with-inventory';
import type { OrganizationVerification } from '../../server/audit/verify';

const VERIFY_HELP = `
Each entry has a hash that covers its content and the previous hash. The command names the first entry
that was altered, removed, inserted or reordered directly in the database. It also names entries that are
dated more than 5 seconds before the entry that they follow, because a clock was set back.

It then compares the records with the log: the organization, facilities, control centers, cyber systems,
cyber assets, API keys, members and invitations. It names at most 20 records and fields that were
changed directly in the database.

It also compares the schema of the database with that of a new one, and names each trigger, index, view,
constraint, column or function that is missing, changed or added.

Archived entries are verified with --archives. Without it, the command says how many entries and records
it did not verify.

A user with write access to the database can rewrite the whole log. To detect that, store the head
elsewhere and pass it as --head next time, or pass a checkpoint.`;

const ARCHIVE_HELP = `
For each month, the command writes the entries of all organizations to activity-YYYY-MM.ndjson.gz, and the
SHA-256 to a second file. It reads the file back and verifies the hash of each entry. Then one transaction
records the file in the database, and others remove the entries from it. The server can run meanwhile.

Keep the files together in one folder, and a copy elsewhere: \`activity verify --archives\` needs them, and a
backup of the database does not contain them.`;

type VerifyOptions = Partial<Record<'head' | 'archives' | 'checkpoint' | 'publicKey', string>> & {
  json?: true;
};

export function addActivityCommands(program: Command): void {
  const activity = program
    .command('activity')
    .description('Show, stream, verify and archive the activity log of an organization.');

  addListCommand(activity);
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
      await readOrganization(slug, async (inventory, organization) => {
        const noted =
          checkpoint === undefined ? head : await headOfCheckpoint(organization, checkpoint, publicKey!);
        const { verifyLog } = await import('../../app/inventory.js');
        const schemaFaults = await inventory.database.schemaFaults();
        const verification = await withProgress('entries', (onProgress) =>
          verifyLog(inventory, organization.id, 'operator', noted, archives, onProgress),
        ).catch((error: unknown) => {
          throw schemaFaults?.length ? new SchemaChanged(schemaFaults) : error; // the log may be unreadable
        });
        const missing = schemaFaults ? [] : inventory.database.missing;
        showVerification({ ...verification, schemaFaults: schemaFaults ?? [], missing }, noted, json);
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
      const { archiveLogs } = await import('../../server/audit/archive.js');
      await withInventory(async (inventory) => {
        let isNone = true;
        for await (const { month, file, bytes, ...counts } of archiveLogs(inventory, before, to)) {
          isNone = false;
          const entries = counted(counts.entries, 'entry', 'entries');
          const organizations = counted(counts.organizations, 'organization', 'organizations');
          console.log(`${month}: ${entries} of ${organizations} in ${file} (${bytes} bytes)`);
        }
        if (isNone) console.log(`No entries before ${before} are left to archive.`);
      });
    });
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

interface Verification extends OrganizationVerification {
  schemaFaults: readonly string[];
  /** The migrations that an earlier schema lacks, which is not compared then. */
  missing: readonly string[];
}

function asObject(verification: Verification, asked: string | undefined, verified: boolean) {
  const { entries, head, noted, faults, archived, outOfOrder, schemaFaults, missing } = verification;
  const { isRead, unchecked } = archived;
  return {
    verified,
    entries,
    head,
    ...(asked === undefined ? {} : { noted: { hash: asked, sequence: noted ?? null } }),
    ...(archived.entries > 0 && { archived: { entries: archived.entries, verified: verified && isRead } }),
    ...(unchecked === 0 ? {} : { recordsNotCompared: unchecked }),
    ...(outOfOrder.length > 0 ? { outOfOrder } : {}),
    ...(faults.length > 0 ? { fault: faults[0], faults } : {}),
    ...(schemaFaults.length > 0 ? { schemaFaults } : {}),
    ...(missing.length > 0 ? { schemaNotCompared: { missing } } : {}),
  };
}

function showSuccess({ entries, head, archived, outOfOrder }: OrganizationVerification): void {
  const { entries: inArchives, isRead, unchecked } = archived;
  const verified = isRead ? entries : entries - inArchives;
  console.log(`${counted(verified, 'entry', 'entries')}, none altered, removed, inserted or reordered.`);
  if (isRead && inArchives > 0) console.log(`Archives have ${inArchives} of them.`);
  if (!isRead && inArchives > 0)
    console.log(
      `Not verified: ${counted(inArchives, 'earlier entry', 'earlier entries')} in archives. ` +
        'To verify them, pass `--archives FOLDER`.',
    );
  if (unchecked > 0)
    console.log(
      `Not or partly compared: ${counted(unchecked, 'record', 'records')} that archived entries describe.`,
    );
  for (const { sequence, id, occurredAt } of outOfOrder)
    console.log(
      `Entry ${sequence} (${id} of ${occurredAt}) is dated before the entry that it follows: a clock was set back.`,
    );
  console.log(`Head ${head ?? 'none'}`);
}

/** Says why the log may lack the hash that the caller noted. */
function missingHash(asked: string, { archived }: OrganizationVerification): string {
  return archived.entries > 0 && !archived.isRead
    ? `No entry in the database has the hash ${asked}. An archived entry may have it: pass \`--archives FOLDER\`.`
    : `No entry has the hash ${asked}. If it was a head, the log was rewritten or truncated since.`;
}

/** `asked`: the noted head. @throws CommandError for a fault. */
function showVerification(
  verification: Verification,
  asked: string | undefined,
  asJson: boolean | undefined,
): void {
  const { noted, faults, schemaFaults, missing } = verification;
  const isMissing = faults.length === 0 && asked !== undefined && noted === undefined;
  const messages = [
    ...faults.map(({ message }) => message),
    ...(isMissing ? [missingHash(asked, verification)] : []),
    ...(schemaFaults.length > 0 ? [...schemaFaults, SCHEMA_ADVICE] : []),
  ];
  const isVerified = messages.length === 0;
  if (asJson) console.text(JSON.stringify(asObject(verification, asked, isVerified), null, 2));
  if (!isVerified) throw new CommandError(asJson ? '' : messages);
  if (asJson) return;
  showSuccess(verification);
  if (missing.length > 0)
    console.log(
      `Not compared: the schema, because it lacks ${missing.join(', ')}. Run \`migrate\`, then verify again.`,
    );
  if (asked !== undefined) console.log(`The given head belongs to entry ${noted}.`);
}
