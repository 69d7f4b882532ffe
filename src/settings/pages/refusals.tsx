// The pages that say no, politely, and what to do.
import type { Membership } from '../../users/user';
import type { UserContext } from '../visit';
import { CardPage } from './card-page';
import { OrganizationPage } from './organization-page';
import { OpenSettings } from './parts';

/** For a Member, on every page of the organization. */
export const MembersPage = ({ visit, here }: { visit: UserContext; here: Membership }) => (
  <OrganizationPage title="For Organization Admins" visit={visit} here={here}>
    <section class="card centered">
      <h1>These settings are for Organization Admins</h1>
      <p>
        You are a Member of {here.name}. API keys, activity and people are looked after by its Organization
        Admins: ask one of them for a key, or to make you an Organization Admin too.
      </p>
    </section>
  </OrganizationPage>
);

/** For somebody who belongs nowhere, or no more. */
export const NowherePage = ({ visit }: { visit: UserContext }) => (
  <OrganizationPage title="No organization" visit={visit}>
    <section class="card centered">
      <h1>You belong to no organization</h1>
      <p>
        You are signed in as {visit.session.user.email}. Ask an Organization Admin to invite this address.
      </p>
    </section>
  </OrganizationPage>
);

export const OldFormPage = () => (
  <CardPage title="Please try that again">
    <p>
      This page was open for too long, or was not opened by you. Nothing was changed. Open the page again and
      send the form once more.
    </p>
    <OpenSettings />
  </CardPage>
);

const TITLES: Record<number, string> = {
  400: 'That did not work',
  403: 'Not allowed',
  404: 'Not found',
  409: 'That was done already',
  413: 'Too large',
  503: 'Not available at the moment',
};

/** For what the handlers did not answer themselves. */
export const FailurePage = ({ status, message }: { status: number; message: string }) => (
  <CardPage title={TITLES[status] ?? 'Something went wrong'}>
    <p>{status === 404 ? 'There is no such page, or it is not yours to see. Check the address.' : message}</p>
    <OpenSettings />
  </CardPage>
);
