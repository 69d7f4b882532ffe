// What the check of the chain has found.
import type { Verification } from '../../audit/verify';
import type { AdminVisit } from '../visit';
import { activityPath } from './activity';
import { OrganizationPage } from './organization-page';
import { Copyable } from './parts';

export const CheckPage = ({ visit, result: { entries, head, fault } }: { visit: AdminVisit; result: Verification }) => (
  <OrganizationPage title="Check of the chain" visit={visit} here={visit.here} tab="activity">
    <section class="card form">
      <h1>{fault ? 'The chain is broken' : 'The chain is whole'}</h1>
      {fault ? (
        <>
          <p class="note bad" role="alert">
            {fault.message}
          </p>
          <p>Somebody has changed the database past the application, or a backup was put together wrongly. Keep the database as it is, and tell the operator of this server.</p>
        </>
      ) : (
        <p class="note good" role="status">
          {entries === 0 ? 'There are no entries yet.' : `${entries.toLocaleString('en-US')} ${entries === 1 ? 'entry was' : 'entries were'} checked, from the first to the last. None was changed, moved or removed.`}
        </p>
      )}
      {fault || head === null ? null : (
        <>
          <Copyable id="head" label="Hash of the last entry" text={head} />
          <p class="muted">Keep it elsewhere, with today's date: a later check can then show that what was there today is still there.</p>
        </>
      )}
      <div class="buttons">
        <a class="button" href={activityPath(visit)}>
          Back to the activity
        </a>
      </div>
    </section>
  </OrganizationPage>
);
