// The people of an organization, and who is invited.
import type { InvitationListing } from '../../users/invitations';
import { type Member, roleName } from '../../users/user';
import type { AdminContext } from '../visit';
import { OrganizationPage } from './organization-page';
import { Copyable, EmailInput, Field, Form } from './parts';
import { DateOnly } from './times';

interface PeopleProps {
  visit: AdminContext;
  members: Member[];
  invitations: InvitationListing[];
  notice?: string | undefined;
  fault?: string | undefined;
}

export const peoplePath = ({ here }: AdminContext): string => `/organizations/${here.slug}/people`;

function Person({ visit, of: { id, email, role, created_at } }: { visit: AdminContext; of: Member }) {
  const path = `${peoplePath(visit)}/${id}`;
  const other = role === 'admin' ? 'member' : 'admin';
  return (
    <li>
      <div class="what">
        <h3>
          {email} {id === visit.session.user.id ? <span class="badge">You</span> : null}
        </h3>
        <p class="muted">
          {roleName(role)} since <DateOnly iso={created_at} />
        </p>
      </div>
      <div class="actions">
        <Form action={`${path}/role`} token={visit.formToken}>
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

const Invitation = ({
  visit,
  of: { id, email, role, invited_by, expires_at },
}: {
  visit: AdminContext;
  of: InvitationListing;
}) => (
  <li>
    <div class="what">
      <h3>
        {email} <span class="badge">{roleName(role)}</span>
      </h3>
      <p class="muted">
        Invited by {invited_by}, until <DateOnly iso={expires_at} />
      </p>
    </div>
    <div class="actions">
      <Form action={`${peoplePath(visit)}/invitations/${id}/withdraw`} token={visit.formToken}>
        <button type="submit" aria-label={`Withdraw the invitation of ${email}`}>
          Withdraw
        </button>
      </Form>
    </div>
  </li>
);

const Invite = ({ visit }: { visit: AdminContext }) => (
  <section class="card form">
    <h2>Invite somebody</h2>
    <p class="muted">You get a link to pass on. No mail is sent.</p>
    <Form action={`${peoplePath(visit)}/invitations`} token={visit.formToken} class="row">
      <Field id="email" label="E-mail address">
        <EmailInput autocomplete="off" value={visit.request.form.get('email') ?? ''} />
      </Field>
      <Field id="role" label="Role">
        <select id="role" name="role">
          {(['member', 'admin'] as const).map((role) => (
            <option key={role} value={role} selected={role === visit.request.form.get('role')}>
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

export const PeoplePage = ({ visit, members, invitations, notice, fault }: PeopleProps) => (
  <OrganizationPage title="People" visit={visit} here={visit.here} tab="people" notice={notice} fault={fault}>
    <div class="heading">
      <div>
        <h1>People</h1>
        <p class="muted">
          Organization Admins make keys and look after people. Members can sign in, and see none of this.
        </p>
      </div>
    </div>
    <h2 class="unseen">Members and Organization Admins</h2>
    <ul class="people card">
      {members.map((member) => (
        <Person key={member.id} visit={visit} of={member} />
      ))}
    </ul>
    {invitations.length === 0 ? null : (
      <>
        <h2>Open invitations</h2>
        <ul class="people card">
          {invitations.map((invitation) => (
            <Invitation key={invitation.id} visit={visit} of={invitation} />
          ))}
        </ul>
      </>
    )}
    <Invite visit={visit} />
  </OrganizationPage>
);

export const InvitedPage = ({
  visit,
  email,
  link,
  expires,
}: {
  visit: AdminContext;
  email: string;
  link: string;
  expires: string;
}) => (
  <OrganizationPage title="Invitation" visit={visit} here={visit.here} tab="people">
    <section class="card form">
      <h1>Pass this link on to {email}</h1>
      <p class="note warn">
        <strong>Copy it now: it is shown this once.</strong> Whoever has it can join in this person's place,
        so use a way that only they read. It works once, until <DateOnly iso={expires} />.
      </p>
      <Copyable id="link" label="Invitation" text={link} />
      <a class="button primary" href={peoplePath(visit)}>
        I have copied it
      </a>
    </section>
  </OrganizationPage>
);

export const RemovePage = ({ visit, of: { id, email } }: { visit: AdminContext; of: Member }) => (
  <OrganizationPage title={`Remove ${email}`} visit={visit} here={visit.here} tab="people">
    <section class="card form">
      <h1>Remove {email}?</h1>
      <p>
        {id === visit.session.user.id ? 'You lose' : 'This person loses'} all access to {visit.here.name} at
        once. Keys that they made go on working: rotate those that they may have kept.
      </p>
      <Form action={`${peoplePath(visit)}/${id}/remove`} token={visit.formToken}>
        <div class="buttons">
          <button type="submit" class="danger solid">
            Remove
          </button>
          <a class="button" href={peoplePath(visit)}>
            Cancel
          </a>
        </div>
      </Form>
    </section>
  </OrganizationPage>
);
