// Pages for requests that cannot continue: missing role, expired form, failure, arrival from another site.
import type { Membership } from '../users/user';
import { OpenSettings } from './components';
import { CardPage, OrganizationPage } from './layout';
import { homeOf } from './navigation';
import type { UserContext } from './request-context';

/** Replaces the pages of an organization that a Member may not open. */
export const AdminRequiredPage = ({ context, here }: { context: UserContext; here: Membership }) => (
  <OrganizationPage title="Organization Admins only" context={context} here={here}>
    <section class="card centered">
      <h1>Only Organization Admins can open this page</h1>
      <p>
        You are a Member of {here.name}. Members read its inventory and activity, and change nothing. Ask an
        Organization Admin for a key, or for the role.
      </p>
      <p>
        <a class="button" href={homeOf(here)}>
          Open the activity
        </a>
      </p>
    </section>
  </OrganizationPage>
);

export const ExpiredFormPage = () => (
  <CardPage title="This form has expired">
    <p>
      The form was open for too long, or came from another site. Nothing was changed. Open the page again and
      submit the form once more.
    </p>
    <OpenSettings />
  </CardPage>
);

/** Opens a page from our own page. Browsers omit `SameSite=Strict` cookies after a link on another site. */
export const ContinuePage = ({ to }: { to: string }) => (
  <CardPage title="One moment" refresh={to}>
    <p>
      <a href={to}>Continue</a> if the page does not open by itself.
    </p>
  </CardPage>
);

const TITLES: Record<number, string> = {
  400: 'Invalid request',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Already done',
  413: 'Too large',
  503: 'Temporarily unavailable',
};

export const FailurePage = ({ status, message }: { status: number; message: string }) => (
  <CardPage title={TITLES[status] ?? 'Something went wrong'}>
    <p>
      {status === 404 ? 'This page does not exist, or you have no access to it. Check the address.' : message}
    </p>
    <OpenSettings />
  </CardPage>
);
