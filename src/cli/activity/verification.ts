// Prints the verification of a log, and says what was not verified.
import type { OrganizationVerification } from '../../server/audit/verify';
import { SCHEMA_ADVICE } from '../../database/schema-comparison';
import { CommandError } from '../support/command-error';
import { console } from '../support/output';

export const counted = (count: number, one: string, many: string): string =>
  `${count} ${count === 1 ? one : many}`;

function asObject(
  verification: OrganizationVerification,
  schemaFaults: readonly string[],
  asked: string | undefined,
  verified: boolean,
) {
  const { entries, head, noted, faults, archived } = verification;
  const { isRead, unchecked } = archived;
  return {
    verified,
    entries,
    head,
    ...(asked === undefined ? {} : { noted: { hash: asked, sequence: noted ?? null } }),
    ...(archived.entries === 0
      ? {}
      : { archived: { entries: archived.entries, verified: verified && isRead } }),
    ...(unchecked === 0 ? {} : { recordsNotCompared: unchecked }),
    ...(faults.length > 0 ? { fault: faults[0], faults } : {}),
    ...(schemaFaults.length > 0 ? { schemaFaults } : {}),
  };
}

function showSuccess({ entries, head, archived }: OrganizationVerification): void {
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
  console.log(`Head ${head ?? 'none'}`);
}

/** Says why the log may lack the hash that the caller noted. */
function missingHash(asked: string, { archived }: OrganizationVerification): string {
  const missing = `No entry has the hash ${asked}.`;
  return archived.entries > 0 && !archived.isRead
    ? `No entry in the database has the hash ${asked}. An archived entry may have it: pass \`--archives FOLDER\`.`
    : `${missing} If it was a head, the log was rewritten or truncated since.`;
}

/** `asked`: the noted head. @throws CommandError for a fault. */
export function showVerification(
  verification: OrganizationVerification,
  schemaFaults: readonly string[],
  asked: string | undefined,
  asJson: boolean | undefined,
): void {
  const { noted, faults } = verification;
  const isMissing = faults.length === 0 && asked !== undefined && noted === undefined;
  const messages = [
    ...faults.map(({ message }) => message),
    ...(isMissing ? [missingHash(asked, verification)] : []),
    ...(schemaFaults.length > 0 ? [...schemaFaults, SCHEMA_ADVICE] : []),
  ];
  const isVerified = messages.length === 0;
  if (asJson) console.text(JSON.stringify(asObject(verification, schemaFaults, asked, isVerified), null, 2));
  if (messages.length > 0) throw new CommandError(asJson ? '' : messages);
  if (asJson) return;
  showSuccess(verification);
  if (asked !== undefined) console.log(`The given head belongs to entry ${noted}.`);
}
