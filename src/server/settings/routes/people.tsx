// The people of an organization: their roles and removal, and invitations.
import { ApiError, notFound } from '../../../base/errors';
import type { InvitationListing } from '../../users/invitations';
import type { MembershipChange } from '../../users/memberships';
import { type Member, type Role, type UserId, parseEmail, invitationPath, roleName } from '../../users/user';
import {
  Copyable,
  DateOnly,
  EmailInput,
  Form,
  LinkButton,
  Select,
  Submit,
  SubmitOrCancel,
} from '../components';
import { get, type PageServices, post } from '../guards';
import { FormPage, Heading, OrganizationPage, pathTo } from '../layout';
import { type Notice, page, seeOther, withNotice } from '../responses';
import type { AdminContext, SiteRoute } from '../site';

const PEOPLE = pathTo('people');
const LAST_ADMIN = 'This is the last Organization Admin. Make another person Organization Admin first.';

const userIn = ({ request }: AdminContext): UserId => request.params['user'] as UserId;

/** @throws ApiError `not_found` for an unknown role, which the form cannot send. */
function roleIn(form: URLSearchParams): Role {
  const given = form.get('role');
  if (given !== 'admin' && given !== 'member') throw notFound();
  return given;
}

export function peopleRoutes({ guards, users, url }: PageServices): SiteRoute[] {
  const { memberships, invitations } = users;

  async function show(context: AdminContext, fault?: string) {
    const { organization } = context.here;
    const [members, open] = await Promise.all([
      memberships.list(organization),
      invitations.open(organization),
    ]);
    return page(
      <OrganizationPage title="People" context={context} tab="people" fault={fault}>
        <Heading
          title="People"
          lead={
            <>
              Organization Admins manage API keys and people. Members, for example auditors, read the
              inventory and the activity, and change nothing.
            </>
          }
        />
        <h2 class="unseen">Members and Organization Admins</h2>
        <ul class="people card">
          {members.map((member) => (
            <MemberRow key={member.id} context={context} of={member} />
          ))}
        </ul>
        <OpenInvitations context={context} invitations={open} />
        <InvitationForm context={context} />
      </OrganizationPage>,
      fault === undefined ? 200 : 409,
    );
  }

  /** Users who changed their own role or membership may have lost access to this page. */
  async function afterChange(context: AdminContext, change: MembershipChange, notice: Notice) {
    if (change === 'unknown') throw notFound();
    if (change === 'last admin') return show(context, LAST_ADMIN);
    const isSelf = userIn(context) === context.session.user.id;
    return isSelf ? seeOther('/') : withNotice(pathTo('people', context.here), notice);
  }

  async function setRole(context: AdminContext) {
    const { here, request, by } = context;
    const role = roleIn(request.form);
    const change = await memberships.setRole(here.organization, userIn(context), role, by);
    return afterChange(context, change, 'role-changed');
  }

  async function confirmRemoval(context: AdminContext) {
    const { here, session, formToken } = context;
    const members = await memberships.list(here.organization);
    const member = members.find(({ id }) => id === userIn(context));
    if (!member) throw notFound();
    const { id, email } = member;
    return page(
      <FormPage title={`Remove ${email}`} context={context} tab="people" heading={`Remove ${email}?`}>
        <p>
          {id === session.user.id ? 'You lose' : 'This person loses'} access to {here.name} at once. API keys
          that act for {email} stop working, and all others remain valid: rotate every key that this person
          may have copied.
        </p>
        <Form action={`${pathTo('people', here)}/${id}/remove`} token={formToken}>
          <SubmitOrCancel submit="Remove" cancel={pathTo('people', here)} isDangerous />
        </Form>
      </FormPage>,
    );
  }

  async function remove(context: AdminContext) {
    try {
      const change = await memberships.remove(context.here.organization, userIn(context), context.by);
      return await afterChange(context, change, 'member-removed');
    } catch (error) {
      if (error instanceof ApiError && error.code === 'conflict') return show(context, error.message);
      throw error;
    }
  }

  async function invite(context: AdminContext) {
    const { request, here, session, by } = context;
    const email = parseEmail(request.form.get('email') ?? '');
    if (email === undefined) return show(context, 'This is not an e-mail address. Check it, then try again.');
    const invitation = { email, role: roleIn(request.form), invitedBy: session.user.email };
    const invited = await invitations.create(here.organization, invitation, by);
    if (invited === 'member') return show(context, `${email} is already a member of ${here.name}.`);
    return page(
      <FormPage title="Invitation" context={context} tab="people" heading={`Send this link to ${email}`}>
        <p class="note warn">
          <strong>Copy the link now. It is shown only once.</strong> Anyone with the link can join in place of
          this person, so send it over a private channel. It works once, until{' '}
          <DateOnly iso={invited.expires_at} />.
        </p>
        <Copyable id="link" label="Invitation" text={url() + invitationPath(invited.token)} />
        <LinkButton text="I have copied it" href={pathTo('people', here)} class="primary" />
      </FormPage>,
    );
  }

  async function withdraw({ here, request, by }: AdminContext) {
    if (!(await invitations.withdraw(here.organization, request.params['id']!, by))) throw notFound();
    return withNotice(pathTo('people', here), 'invitation-withdrawn');
  }

  return [
    get(PEOPLE, guards.admin(show)),
    post(`${PEOPLE}/invitations`, guards.admin(invite)),
    post(`${PEOPLE}/invitations/:id/withdraw`, guards.admin(withdraw)),
    post(`${PEOPLE}/:user/role`, guards.admin(setRole)),
    get(`${PEOPLE}/:user/remove`, guards.admin(confirmRemoval)),
    post(`${PEOPLE}/:user/remove`, guards.admin(remove)),
  ];
}

function MemberRow({ context, of }: { context: AdminContext; of: Member }) {
  const { id, email, role, created_at } = of;
  const path = `${pathTo('people', context.here)}/${id}`;
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
        <LinkButton text="Remove" href={`${path}/remove`} aria-label={`Remove ${email}`} class="danger" />
      </div>
    </li>
  );
}

type OpenProps = { context: AdminContext; invitations: InvitationListing[] };

const OpenInvitations = ({ context, invitations }: OpenProps) =>
  invitations.length === 0 ? null : (
    <>
      <h2>Open invitations</h2>
      <ul class="people card">
        {invitations.map(({ id, email, role, invited_by, expires_at }) => (
          <li key={id}>
            <div class="what">
              <h3>
                {email} <span class="badge">{roleName(role)}</span>
              </h3>
              <p class="muted">
                Invited by {invited_by}, expires on <DateOnly iso={expires_at} />
              </p>
            </div>
            <div class="actions">
              <Form
                action={`${pathTo('people', context.here)}/invitations/${id}/withdraw`}
                token={context.formToken}
              >
                <button type="submit" aria-label={`Withdraw the invitation of ${email}`}>
                  Withdraw
                </button>
              </Form>
            </div>
          </li>
        ))}
      </ul>
    </>
  );

const InvitationForm = ({ context: { here, request, formToken } }: { context: AdminContext }) => (
  <section class="card form">
    <h2>Invite a person</h2>
    <p class="muted">You get a link to send to the person. The server sends no e-mail.</p>
    <Form action={`${pathTo('people', here)}/invitations`} token={formToken} class="row">
      <EmailInput autocomplete="off" value={request.form.get('email') ?? ''} />
      <Select
        name="role"
        label="Role"
        options={(['member', 'admin'] as const).map((role) => [role, roleName(role)])}
        chosen={request.form.get('role')}
      />
      <Submit text="Invite" class="primary" />
    </Form>
  </section>
);
