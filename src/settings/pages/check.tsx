// Shows the result of the check of the log and the records.
import { MAX_FAULTS } from '../../audit/verify-records';
import type { OrganizationVerification } from '../../audit/verify-organization';
import type { AdminContext } from '../visit';
import { activityPath } from './activity';
import { OrganizationPage } from './organization-page';
import { Copyable, Field } from './parts';

interface CheckProps {
  visit: AdminContext;
  /** The head that the user noted earlier, as entered; empty when the user entered none. */
  given: string;
  /** Why the entered head is unusable. */
  problem?: string;
  result?: OrganizationVerification;
}

const EARLIER_HEAD =
  'A hash that you noted at an earlier check. This check shows whether the chain still contains it.';

const Good = ({ children }: { children: string }) => (
  <p class="note good" role="status">
    {children}
  </p>
);

const Bad = ({ children }: { children: string }) => (
  <p class="note bad" role="alert">
    {children}
  </p>
);

const counted = (entries: number): string => {
  const checked = `${entries.toLocaleString('en-US')} ${entries === 1 ? 'entry was' : 'entries were'} checked`;
  return `${checked}, from the first to the last. None was changed, moved or removed. The records are as the log says.`;
};

function Noted({ given, result }: { given: string; result: OrganizationVerification }) {
  if (given === '') return null;
  if (result.noted !== undefined) {
    return (
      <Good>{`The chain still contains your earlier head: it is the hash of entry ${result.noted}.`}</Good>
    );
  }
  return (
    <Bad>
      The chain does not contain your earlier head. If it was the head once, the chain was rewritten or cut
      off since.
    </Bad>
  );
}

function Faults({ result: { fault, faults } }: { result: OrganizationVerification }) {
  return (
    <>
      {faults.map(({ message }) => (
        <Bad key={message}>{message}</Bad>
      ))}
      {faults.length < MAX_FAULTS ? null : <p>The check stops after {MAX_FAULTS} records and fields.</p>}
      <p>
        {fault ? 'The log' : 'The records'} changed outside the application, or a restored backup is
        inconsistent. Keep the database as it is, and tell the operator of this server.
      </p>
    </>
  );
}

function Result({ given, result }: { given: string; result: OrganizationVerification }) {
  const { entries, head, fault, faults } = result;
  return (
    <>
      <h1>
        {fault
          ? 'The chain is broken'
          : faults.length > 0
            ? 'Records differ from the log'
            : 'The chain is whole'}
      </h1>
      {faults.length > 0 ? <Faults result={result} /> : <Good>{counted(entries)}</Good>}
      {fault ? null : <Noted given={given} result={result} />}
      {faults.length > 0 || head === null ? null : (
        <>
          <Copyable id="head" label="Hash of the last entry" text={head} />
          <p class="muted">
            Keep it elsewhere, with today's date: a later check can then show that what was there today is
            still there.
          </p>
        </>
      )}
    </>
  );
}

export const CheckPage = ({ visit, given, problem, result }: CheckProps) => (
  <OrganizationPage title="Check of the chain" visit={visit} here={visit.here} tab="activity" fault={problem}>
    <section class="card form">
      {result ? <Result given={given} result={result} /> : <h1>Check the chain</h1>}
      <form method="get" action={`${activityPath(visit)}/check`}>
        <Field id="noted" label="Earlier head" hint={EARLIER_HEAD}>
          <input
            id="noted"
            name="head"
            class="mono"
            value={given}
            maxLength={80}
            aria-describedby="noted-hint"
            autocomplete="off"
            spellcheck={false}
          />
        </Field>
        <div class="buttons">
          <button type="submit">Check again</button>
          <a class="button" href={activityPath(visit)}>
            Back to the activity
          </a>
        </div>
      </form>
    </section>
  </OrganizationPage>
);
