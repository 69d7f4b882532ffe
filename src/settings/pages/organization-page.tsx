// The frame of an organization's pages: who is signed in, which organization it is, and the way to the others.
import type { ComponentChildren } from 'preact';
import { type Membership, roleName } from '../../users/user';
import type { UserContext } from '../visit';
import { Brand, Document } from './document';
import { Alert, Done, Form } from './parts';

export type Tab = 'keys' | 'activity' | 'people';

interface OrganizationPageProps {
  title: string;
  visit: UserContext;
  /** Undefined for the pages of one's own account. */
  here?: Membership | undefined;
  tab?: Tab;
  notice?: string | undefined;
  fault?: string | undefined;
  children: ComponentChildren;
}

const TABS: Record<Tab, string> = { keys: 'API keys', activity: 'Activity', people: 'People' };

const Switch = ({ here, memberships }: { here: Membership | undefined; memberships: Membership[] }) => (
  <details class="menu">
    <summary>
      <span class="unseen">Organization: </span>
      {here?.name ?? 'Organizations'}
    </summary>
    <ul>
      {memberships.map(({ slug, name, role }) => (
        <li key={slug}>
          <a href={`/organizations/${slug}/keys`} aria-current={slug === here?.slug ? 'true' : undefined}>
            {name}
            <small>{roleName(role)}</small>
          </a>
        </li>
      ))}
    </ul>
  </details>
);

const Account = ({ visit }: { visit: UserContext }) => (
  <details class="menu right">
    <summary>
      <span class="unseen">Account: </span>
      <span class="email">{visit.session.user.email}</span>
      <svg class="person" viewBox="0 0 24 24" aria-hidden="true">
        <circle cx="12" cy="8" r="4" />
        <path d="M4.5 20c1-4 4-6 7.5-6s6.5 2 7.5 6" />
      </svg>
    </summary>
    <ul>
      <li>
        <a href="/account">Your account</a>
      </li>
      <li>
        <Form action="/sign-out" token={visit.formToken}>
          <button type="submit">Sign out</button>
        </Form>
      </li>
    </ul>
  </details>
);

export const OrganizationPage = ({
  title,
  visit,
  here,
  tab,
  notice,
  fault,
  children,
}: OrganizationPageProps) => (
  <Document title={here ? `${title} · ${here.name}` : title}>
    <a class="skip" href="#content">
      Skip to content
    </a>
    <header class="bar">
      <Brand />
      {visit.memberships.length === 0 ? null : <Switch here={here} memberships={visit.memberships} />}
      <Account visit={visit} />
    </header>
    {here?.role === 'admin' ? (
      <nav class="tabs" aria-label={`Settings of ${here.name}`}>
        {Object.entries(TABS).map(([name, label]) => (
          <a
            key={name}
            href={`/organizations/${here.slug}/${name}`}
            aria-current={name === tab ? 'page' : undefined}
          >
            {label}
          </a>
        ))}
      </nav>
    ) : null}
    <main id="content">
      <Done text={notice} />
      <Alert text={fault} />
      {children}
    </main>
  </Document>
);
