// The people of an organization: their roles, and their removal. Invitations are in invitations.tsx.
import { notFound } from '../../../base/errors';
import type { InvitationListing, InvitationStore } from '../../users/invitations';
import type { MembershipChange, MembershipStore } from '../../users/memberships';
import { type Member, type UserId, roleName } from '../../users/user';
import { DateOnly, Form } from '../components';
import type { Guards } from '../guards';
import type { SiteResponse, SiteRoute } from '../http/types';
import { OrganizationPage } from '../layout';
import type { AdminContext } from '../request-context';
import { type Notice, noticeIn, page, seeOther, withNotice } from '../responses';
import { InvitationForm, OpenInvitations, PEOPLE, invitationRoutes, peoplePath, roleIn } from './invitations';

const LAST_ADMIN = 'This is the last Organization Admin. Make another person Organization Admin first.';

const userIn = ({ request }: AdminContext): UserId => request.params['user'] as UserId;

interface MemberStores {
  memberships: Pick<MembershipStore, 'list' | 'setRole' | 'remove'>;
  invitations: Pick<InvitationStore, 'create' | 'open' | 'withdraw'>;
  /** Returns the origin of these pages. */
  url: () => string;
}

export function memberRoutes(guards: Guards, { memberships, invitations, url }: MemberStores): SiteRoute[] {
  async function show(context: AdminContext, fault?: string): Promise<SiteResponse> {
    const { organization } = context.here;
    const [members, open] = await Promise.all([
      memberships.list(organization),
      invitations.open(organization),
    ]);
    return page(<PeoplePage context={context} members={members} invitations={open} fault={fault} />, {
      status: fault === undefined ? 200 : 409,
    });
  }

  /** Users who changed their own role or membership may have lost access to this page. */
  async function afterChange(
    context: AdminContext,
    change: MembershipChange,
    notice: Notice,
  ): Promise<SiteResponse> {
    if (change === 'unknown') throw notFound();
    if (change === 'last admin') return show(context, LAST_ADMIN);
    const isSelf = userIn(context) === context.session.user.id;
    return isSelf ? seeOther('/') : withNotice(peoplePath(context), notice);
  }

  async function setRole(context: AdminContext): Promise<SiteResponse> {
    const { here, request, by } = context;
    const role = roleIn(request.form);
    const change = await memberships.setRole(here.organization, userIn(context), role, by);
    return afterChange(context, change, 'role-changed');
  }

  async function confirmRemoval(context: AdminContext): Promise<SiteResponse> {
    const members = await memberships.list(context.here.organization);
    const member = members.find(({ id }) => id === userIn(context));
    if (!member) throw notFound();
    return page(<RemovePage context={context} of={member} />);
  }

  async function remove(context: AdminContext): Promise<SiteResponse> {
    const change = await memberships.remove(context.here.organization, userIn(context), context.by);
    return afterChange(context, change, 'member-removed');
  }

  return [
    { method: 'get', path: PEOPLE, handle: guards.admin((context) => show(context)) },
    ...invitationRoutes(guards, invitations, url, show),
    { method: 'post', path: `${PEOPLE}/:user/role`, handle: guards.admin(setRole) },
    { method: 'get', path: `${PEOPLE}/:user/remove`, handle: guards.admin(confirmRemoval) },
    { method: 'post', path: `${PEOPLE}/:user/remove`, handle: guards.admin(remove) },
  ];
}

type MemberProps = { context: AdminContext; of: Member };

function MemberRow({ context, of: { id, email, role, created_at } }: MemberProps) {
  const path = `${peoplePath(context)}/${id}`;
  const other = role === 'admin' ? 'member' : 'admin';
  return (
    <li>
      <div class="what">
        <h3>
          {email} {id === context.session.user.id ? <span class="badge">You</span> : null}
        </h3>
        <p class="muted">
          {roleName(role)} since <DateOnly iso={created_at} />
        </p>
      </div>
      <div class="actions">
        <Form action={`${path}/role`} token={context.formToken}>
          <input type="hidden" name="role" value={other} />
          <button type="submit" aria-label={`Make ${other}: ${email}`}>
            Make {other}
          </button>
        </Form>
        <a class="button danger" href={`${path}/remove`} aria-label={`Remove ${email}`}>
          Remove
        </a>
      </div>
    </li>
  );
}

interface PeopleProps {
  context: AdminContext;
  members: Member[];
  invitations: InvitationListing[];
  fault: string | undefined;
}

const PeoplePage = ({ context, members, invitations, fault }: PeopleProps) => (
  <OrganizationPage
    title="People"
    context={context}
    here={context.here}
    tab="people"
    notice={noticeIn(context.request.query)}
    fault={fault}
  >
    <div class="heading">
      <div>
        <h1>People</h1>
        <p class="muted">
          Organization Admins manage API keys and people. Members, for example auditors, read the inventory
          and the activity, and change nothing.
        </p>
      </div>
    </div>
    <h2 class="unseen">Members and Organization Admins</h2>
    <ul class="people card">
      {members.map((member) => (
        <MemberRow key={member.id} context={context} of={member} />
      ))}
    </ul>
    <OpenInvitations context={context} invitations={invitations} />
    <InvitationForm context={context} />
  </OrganizationPage>
);

const RemovePage = ({ context, of: { id, email } }: MemberProps) => (
  <OrganizationPage title={`Remove ${email}`} context={context} here={context.here} tab="people">
    <section class="card form">
      <h1>Remove {email}?</h1>
      <p>
        {id === context.session.user.id ? 'You lose' : 'This person loses'} access to {context.here.name} at
        once. API keys that this person created remain valid. Rotate every key that this person may have
        copied.
      </p>
      <Form action={`${peoplePath(context)}/${id}/remove`} token={context.formToken}>
        <div class="buttons">
          <button type="submit" class="danger solid">
            Remove
          </button>
          <a class="button" href={peoplePath(context)}>
            Cancel
          </a>
        </div>
      </Form>
    </section>
  </OrganizationPage>
);
