// Verifies an organization's log and records.
import type { OrganizationVerification } from '../../audit/verify';
import { MAX_FAULTS } from '../../audit/verify-records';
import { pluralize, formatCount } from '../../../base/text';
import { Alert, Copyable, Input, LinkButton, Success } from '../components';
import { get, type PageServices } from '../guards';
import { OrganizationPage, pathTo } from '../layout';
import { page } from '../responses';
import type { MemberContext, SiteRoute } from '../site';

const CHECK = `${pathTo('activity')}/check`;
const HASH = /^[0-9a-f]{64}$/;
const NO_HASH = 'This is not a hash. Paste the 64 hexadecimal digits that an earlier check showed.';

export function activityCheckRoutes({ guards, verify, oneAtATime }: PageServices): SiteRoute[] {
  async function check(context: MemberContext) {
    const given = (context.request.query.get('head') ?? '').trim().toLowerCase();
    if (given !== '' && !HASH.test(given)) return { ...checkPage(context, given), status: 400 };
    const { organization } = context.here;
    const noted = given === '' ? undefined : given;
    const result = await oneAtATime(organization, () => verify(organization, 'settings', noted));
    return checkPage(context, given, result);
  }

  return [get(CHECK, guards.member(check))];
}

const counted = ({ entries, archived }: OrganizationVerification): string => {
  const checked = `Checked ${pluralize(entries - archived.entries, 'entry', 'entries')}`;
  return `${checked}. No entry was changed, moved or removed. The records match the log.`;
};

/** Says what this check cannot verify: only the operator has the archives. */
const Unchecked = ({ archived }: OrganizationVerification) =>
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
const MAYBE_ARCHIVED =
  'No entry in the database has your earlier hash. An archived entry may have it: ask the operator of this server.';

const EarlierHead = ({ noted, archived }: OrganizationVerification) =>
  noted === undefined ? (
    <Alert text={archived.entries > 0 ? MAYBE_ARCHIVED : MISSING_HASH} />
  ) : (
    <Success text={`The chain still contains your earlier hash, in entry ${noted}.`} />
  );

const Faults = ({ fault, faults }: OrganizationVerification) => (
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

function formatTitle({ fault, faults }: OrganizationVerification): string {
  if (fault) return 'The chain is broken';
  return faults.length > 0 ? 'Records differ from the log' : 'The chain is intact';
}

/** `given`: the hash that the user entered; empty without one. */
const Result = ({ given, result }: { given: string; result: OrganizationVerification }) => (
  <>
    <h1>{formatTitle(result)}</h1>
    {result.faults.length > 0 ? <Faults {...result} /> : <Success text={counted(result)} />}
    {result.fault ? null : <Unchecked {...result} />}
    {result.fault || given === '' ? null : <EarlierHead {...result} />}
    {result.faults.length > 0 || result.head === null ? null : (
      <>
        <Copyable id="head" label="Hash of the last entry" text={result.head} />
        <p class="muted">
          Save this hash outside this system, with today's date. A later check can then prove that today's
          entries are unchanged.
        </p>
      </>
    )}
  </>
);

/** Without a result, the page says that the given hash is none. */
function checkPage(context: MemberContext, given: string, result?: OrganizationVerification) {
  const fault = result ? undefined : NO_HASH;
  return page(
    <OrganizationPage title="Check of the chain" context={context} tab="activity" fault={fault}>
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
    </OrganizationPage>,
  );
}
