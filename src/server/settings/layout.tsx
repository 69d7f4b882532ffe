// Page layouts: the HTML document, a single card, and an organization's pages with their tabs.
import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ComponentChildren } from 'preact';
import { type Membership, roleName } from '../users/user';
import { Alert, Form, Success } from './components';
import { noticeIn } from './responses';
import type { UserContext } from './site';

const TYPES = { css: 'text/css; charset=utf-8', js: 'text/javascript; charset=utf-8', svg: 'image/svg+xml' };

/** Reads a file that the pages load. Its path contains its digest, so browsers may cache it forever. */
function asset(name: string, extension: keyof typeof TYPES) {
  const body = readFileSync(join(__dirname, 'web', `${name}.${extension}`));
  const digest = hash('sha256', body, 'hex').slice(0, 16);
  return { path: `/assets/${name}.${digest}.${extension}`, type: TYPES[extension], body };
}

const STYLE = asset('settings', 'css');
const SCRIPT = asset('settings', 'js');
const ICON = asset('icon', 'svg');
export const ASSETS = [STYLE, SCRIPT, ICON];

export const PRODUCT = 'Compliance Inventory';

const TABS = { keys: 'API keys', inventory: 'Inventory', activity: 'Activity', people: 'People' };
type Tab = keyof typeof TABS;
const TABS_OF_MEMBERS = ['inventory', 'activity'];

/** Returns the path of a tab; without an organization, the path of its routes. */
export const pathTo = (tab: Tab, here?: Pick<Membership, 'slug'>): string =>
  `/organizations/${here?.slug ?? ':slug'}/${tab}`;

/** Returns the page that opens first. For a Member this is not the inventory, which takes long to compute. */
export const getHome = (here: Membership): string =>
  pathTo(here.role === 'admin' ? 'keys' : 'activity', here);

interface DocumentProps {
  title: string;
  /** The address that the browser opens next, without a click. */
  refresh?: string | undefined;
  children: ComponentChildren;
}

const Document = ({ title, refresh, children }: DocumentProps) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex" />
      {refresh === undefined ? null : <meta http-equiv="refresh" content={`0; url=${refresh}`} />}
      <title>{`${title} · ${PRODUCT}`}</title>
      <link rel="icon" href={ICON.path} />
      <link rel="stylesheet" href={STYLE.path} />
      <script src={SCRIPT.path} defer />
    </head>
    <body>{children}</body>
  </html>
);

const Brand = () => (
  <a class="brand" href="/">
    <img src={ICON.path} alt="" width="24" height="24" />
    {PRODUCT}
  </a>
);

interface CardPageProps extends DocumentProps {
  /** Reports the change of the previous form. */
  notice?: string | undefined;
  /** Reports a mistake in the submitted form. */
  fault?: string | undefined;
  /** Text below the card. */
  foot?: ComponentChildren;
}

/** A page outside any organization. */
export const CardPage = ({ title, notice, fault, foot, refresh, children }: CardPageProps) => (
  <Document title={title} refresh={refresh}>
    <main class="alone">
      <Brand />
      <section class="card">
        <h1>{title}</h1>
        <Success text={notice} />
        <Alert text={fault} />
        {children}
      </section>
      {foot === undefined ? null : <footer class="muted">{foot}</footer>}
    </main>
  </Document>
);

const OrganizationSwitch = ({ here, memberships }: UserContext) => (
  <details class="menu" name="menu">
    <summary>
      <span class="unseen">Organization: </span>
      {here?.name ?? 'Organizations'}
    </summary>
    <ul>
      {memberships.map((membership) => (
        <li key={membership.slug}>
          <a href={getHome(membership)} aria-current={membership.slug === here?.slug ? 'true' : undefined}>
            {membership.name}
            <small>{roleName(membership.role)}</small>
          </a>
        </li>
      ))}
    </ul>
  </details>
);

const AccountMenu = ({ context }: { context: UserContext }) => (
  <details class="menu right" name="menu">
    <summary>
      <span class="unseen">Account: </span>
      <span class="email">{context.session.user.email}</span>
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
        <Form action="/sign-out" token={context.formToken}>
          <button type="submit">Sign out</button>
        </Form>
      </li>
    </ul>
  </details>
);

const Tabs = ({ here, tab }: { here: Membership; tab: Tab | undefined }) => (
  <nav class="tabs" aria-label={`Settings of ${here.name}`}>
    {Object.entries(TABS)
      .filter(([name]) => here.role === 'admin' || TABS_OF_MEMBERS.includes(name))
      .map(([name, label]) => (
        <a key={name} href={pathTo(name as Tab, here)} aria-current={name === tab ? 'page' : undefined}>
          {label}
        </a>
      ))}
  </nav>
);

interface OrganizationPageProps {
  title: string;
  context: UserContext;
  tab?: Tab;
  /** Reports a mistake in the submitted form. */
  fault?: string | undefined;
  children: ComponentChildren;
}

/** A page for signed-in users. It shows the notice of the previous form. */
export const OrganizationPage = ({ title, context, tab, fault, children }: OrganizationPageProps) => (
  <Document title={context.here ? `${title} · ${context.here.name}` : title}>
    <a class="skip" href="#content">
      Skip to content
    </a>
    <header class="bar">
      <Brand />
      {context.memberships.length === 0 ? null : <OrganizationSwitch {...context} />}
      <AccountMenu context={context} />
    </header>
    {context.here === undefined ? null : <Tabs here={context.here} tab={tab} />}
    <main id="content">
      <Success text={noticeIn(context.request.query)} />
      <Alert text={fault} />
      {children}
    </main>
  </Document>
);

/** A page with one card, for a form or its result. */
export const FormPage = ({ heading, children, ...page }: OrganizationPageProps & { heading: string }) => (
  <OrganizationPage {...page}>
    <section class="card form">
      <h1>{heading}</h1>
      {children}
    </section>
  </OrganizationPage>
);

/** `children`: buttons. */
type HeadingProps = { title: string; lead: ComponentChildren; children?: ComponentChildren };

/** The heading of a list. */
export const Heading = ({ title, lead, children }: HeadingProps) => (
  <div class="heading">
    <div>
      <h1>{title}</h1>
      <p class="muted">{lead}</p>
    </div>
    {children}
  </div>
);
