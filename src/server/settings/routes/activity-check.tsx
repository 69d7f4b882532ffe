// Verifies an organization's log and records.
import type { OrganizationVerification, VerifyOrganization } from '../../audit/verify';
import { MAX_FAULTS } from '../../audit/verify-records';
import { countOf, formatCount } from '../../../base/text';
import { Alert, Copyable, Input, LinkButton, Success } from '../components';
import { OrganizationPage, pathTo } from '../layout';
import type { OneAtATime } from '../one-at-a-time';
import { page } from '../responses';
import type { MemberContext } from '../site';

const HASH = /^[0-9a-f]{64}$/;
const NO_HASH = 'This is not a hash. Paste the 64 hexadecimal digits that an earlier check showed.';

export function createActivityCheck(verify: VerifyOrganization, oneAtATime: OneAtATime) {
  return async (context: MemberContext) => {
    const given = (context.request.query.get('head') ?? '').trim().toLowerCase();
    if (given !== '' && !HASH.test(given))
      return page(<CheckPage context={context} given={given} problem={NO_HASH} />, { status: 400 });
    const { organization } = context.here;
    const noted = given === '' ? undefined : given;
    const result = await oneAtATime(organization, () => verify(organization, 'settings', noted));
    return page(<CheckPage context={context} given={given} result={result} />);
  };
}

const counted = ({ entries, archived }: OrganizationVerification): string => {
  const checked = `Checked ${countOf(entries - archived.entries, 'entry', 'entries')}`;
  return `${checked}. No entry was changed, moved or removed. The records match the log.`;
};

/** Says what this check cannot verify: only the operator has the archives. */
const Unchecked = ({ result: { archived } }: { result: OrganizationVerification }) =>
  archived.entries === 0 ? null : (
    <p>
      Not checked: {formatCount(archived.entries)} earlier entries in archives, and the parts of{' '}
      {formatCount(archived.unchecked)} records that these entries describe. The operator of this server can
      check the archives.
    </p>
  );

const MISSING_HASH =
  'The chain does not contain your earlier hash. ' +
  'If it was the last hash then, the chain was rewritten or truncated since.';

interface ResultProps {
  /** The hash that the user entered; empty without one. */
  given: string;
  result: OrganizationVerification;
}

const MAYBE_ARCHIVED =
  'No entry in the database has your earlier hash. An archived entry may have it: ask the operator of this server.';

function EarlierHead({ given, result }: ResultProps) {
  if (given === '') return null;
  if (result.noted === undefined && result.archived.entries > 0) return <Alert text={MAYBE_ARCHIVED} />;
  return result.noted === undefined ? (
    <Alert text={MISSING_HASH} />
  ) : (
    <Success text={`The chain still contains your earlier hash, in entry ${result.noted}.`} />
  );
}

const Faults = ({ result: { fault, faults } }: { result: OrganizationVerification }) => (
  <>
    {faults.map(({ message }) => (
      <Alert key={message} text={message} />
    ))}
    {faults.length < MAX_FAULTS ? null : <p>The check stops after {MAX_FAULTS} records and fields.</p>}
    <p>
      {fault ? 'The log' : 'The records'} changed outside the application, or a restored backup is
      inconsistent. Do not change the database. Contact the operator of this server.
    </p>
  </>
);

function titleOf({ fault, faults }: OrganizationVerification): string {
  if (fault) return 'The chain is broken';
  return faults.length > 0 ? 'Records differ from the log' : 'The chain is intact';
}

function Result({ given, result }: ResultProps) {
  const { head, fault, faults } = result;
  return (
    <>
      <h1>{titleOf(result)}</h1>
      {faults.length > 0 ? <Faults result={result} /> : <Success text={counted(result)} />}
      {fault ? null : <Unchecked result={result} />}
      {fault ? null : <EarlierHead given={given} result={result} />}
      {faults.length > 0 || head === null ? null : (
        <>
          <Copyable id="head" label="Hash of the last entry" text={head} />
          <p class="muted">
            Save this hash outside this system, with today's date. A later check can then prove that today's
            entries are unchanged.
          </p>
        </>
      )}
    </>
  );
}

interface CheckProps {
  context: MemberContext;
  given: string;
  /** Why the entered hash is invalid. */
  problem?: string;
  result?: OrganizationVerification;
}

const CheckPage = ({ context, given, problem, result }: CheckProps) => (
  <OrganizationPage title="Check of the chain" context={context} tab="activity" fault={problem}>
    <section class="card form">
      {result ? <Result given={given} result={result} /> : <h1>Check the chain</h1>}
      <form method="get" action={`${pathTo('activity', context.here)}/check`}>
        <Input
          id="noted"
          name="head"
          label="Earlier hash"
          hint="A hash that you saved earlier. This check shows whether the chain still contains it."
          class="mono"
          value={given}
          maxLength={80}
          autocomplete="off"
          spellcheck={false}
        />
        <div class="buttons">
          <button type="submit">Check again</button>
          <LinkButton text="Back to the activity" href={pathTo('activity', context.here)} />
        </div>
      </form>
    </section>
  </OrganizationPage>
);
