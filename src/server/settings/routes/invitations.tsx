// Inviting people to an organization, and withdrawing invitations.
import { notFound } from '../../../base/errors';
import type { InvitationListing, InvitationStore } from '../../users/invitations';
import { type Role, emailOf, invitationPath, roleName } from '../../users/user';
import { Copyable, DateOnly, EmailInput, Field, Form } from '../components';
import type { Guards } from '../guards';
import type { SiteResponse, SiteRoute } from '../http/types';
import { OrganizationPage } from '../layout';
import type { AdminContext } from '../request-context';
import { page, withNotice } from '../responses';

export const PEOPLE = '/organizations/:slug/people';

export const peoplePath = ({ here }: AdminContext): string => `/organizations/${here.slug}/people`;

/** @throws ApiError `not_found` for an unknown role, which the form cannot send. */
export function roleIn(form: URLSearchParams): Role {
  const given = form.get('role');
  if (given !== 'admin' && given !== 'member') throw notFound();
  return given;
}

/** `url` returns the origin of these pages. `show` renders the page of all people with a message. */
export function invitationRoutes(
  guards: Guards,
  invitations: Pick<InvitationStore, 'create' | 'withdraw'>,
  url: () => string,
  show: (context: AdminContext, fault: string) => Promise<SiteResponse>,
): SiteRoute[] {
  async function invite(context: AdminContext): Promise<SiteResponse> {
    const { request, here, session, by } = context;
    const email = emailOf(request.form.get('email') ?? '');
    if (email === undefined) return show(context, 'This is not an e-mail address. Check it, then try again.');
    const invitation = { email, role: roleIn(request.form), invitedBy: session.user.email };
    const invited = await invitations.create(here.organization, invitation, by);
    if (invited === 'member') return show(context, `${email} is already a member of ${here.name}.`);
    const link = url() + invitationPath(invited.token);
    return page(<InvitedPage context={context} email={email} link={link} expires={invited.expires_at} />);
  }

  async function withdraw(context: AdminContext): Promise<SiteResponse> {
    const { here, request, by } = context;
    if (!(await invitations.withdraw(here.organization, request.params['id']!, by))) throw notFound();
    return withNotice(peoplePath(context), 'invitation-withdrawn');
  }

  return [
    { method: 'post', path: `${PEOPLE}/invitations`, handle: guards.admin(invite) },
    { method: 'post', path: `${PEOPLE}/invitations/:id/withdraw`, handle: guards.admin(withdraw) },
  ];
}

type OpenProps = { context: AdminContext; invitations: InvitationListing[] };

export const OpenInvitations = ({ context, invitations }: OpenProps) =>
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
              <Form action={`${peoplePath(context)}/invitations/${id}/withdraw`} token={context.formToken}>
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

export const InvitationForm = ({ context }: { context: AdminContext }) => (
  <section class="card form">
    <h2>Invite a person</h2>
    <p class="muted">You get a link to send to the person. The server sends no e-mail.</p>
    <Form action={`${peoplePath(context)}/invitations`} token={context.formToken} class="row">
      <Field id="email" label="E-mail address">
        <EmailInput autocomplete="off" value={context.request.form.get('email') ?? ''} />
      </Field>
      <Field id="role" label="Role">
        <select id="role" name="role">
          {(['member', 'admin'] as const).map((role) => (
            <option key={role} value={role} selected={role === context.request.form.get('role')}>
              {roleName(role)}
            </option>
          ))}
        </select>
      </Field>
      <button type="submit" class="primary">
        Invite
      </button>
    </Form>
  </section>
);

interface InvitedProps {
  context: AdminContext;
  email: string;
  link: string;
  expires: string;
}

const InvitedPage = ({ context, email, link, expires }: InvitedProps) => (
  <OrganizationPage title="Invitation" context={context} here={context.here} tab="people">
    <section class="card form">
      <h1>Send this link to {email}</h1>
      <p class="note warn">
        <strong>Copy the link now. It is shown only once.</strong> Anyone with the link can join in place of
        this person, so send it over a private channel. It works once, until <DateOnly iso={expires} />.
      </p>
      <Copyable id="link" label="Invitation" text={link} />
      <a class="button primary" href={peoplePath(context)}>
        I have copied it
      </a>
    </section>
  </OrganizationPage>
);
