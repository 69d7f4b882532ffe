// The people of an organization: invited, promoted, demoted, removed.
import { notFound } from '../../errors';
import type { SiteAnswer, SiteRoute } from '../http/message';
import type { InvitationStore } from '../../users/invitations';
import { invitationPath } from '../../users/links';
import type { Changed, MembershipStore } from '../../users/memberships';
import { type Role, type UserId, emailOf } from '../../users/user';
import { type Notice, noticeIn, page, seeOther, withNotice } from '../answers';
import type { Guards } from '../guards';
import type { AdminContext } from '../visit';
import { InvitedPage, PeoplePage, RemovePage, peoplePath } from '../pages/people';

const PEOPLE = '/organizations/:slug/people';
const LAST_ADMIN = 'This is the last Organization Admin. Make somebody else one first.';

/** @throws ApiError `not_found` for a role that there is not. */
function roleIn(form: URLSearchParams): Role {
  const given = form.get('role');
  if (given !== 'admin' && given !== 'member') throw notFound();
  return given;
}

const userIn = ({ request }: AdminContext): UserId => request.params['user'] as UserId;

export interface PeopleParts {
  memberships: Pick<MembershipStore, 'list' | 'setRole' | 'remove'>;
  invitations: Pick<InvitationStore, 'create' | 'open' | 'withdraw'>;
  /** The origin of these pages. */
  url: () => string;
}

export function peopleRoutes(doors: Guards, { memberships, invitations, url }: PeopleParts): SiteRoute[] {
  async function show(visit: AdminContext, fault?: string): Promise<SiteAnswer> {
    const { organization } = visit.here;
    const [members, open] = await Promise.all([
      memberships.list(organization),
      invitations.open(organization),
    ]);
    return page(
      PeoplePage({ visit, members, invitations: open, notice: noticeIn(visit.request.query), fault }),
      { status: fault === undefined ? 200 : 409 },
    );
  }

  async function invite(visit: AdminContext): Promise<SiteAnswer> {
    const { request, here, session, by } = visit;
    const email = emailOf(request.form.get('email') ?? '');
    if (email === undefined) return show(visit, 'This is no e-mail address. Check it, and try again.');
    const invited = await invitations.create(
      here.organization,
      { email, role: roleIn(request.form), invitedBy: session.user.email },
      by,
    );
    if (invited === 'member') return show(visit, `${email} belongs to ${here.name} already.`);
    return page(
      InvitedPage({ visit, email, link: url() + invitationPath(invited.token), expires: invited.expires_at }),
    );
  }

  /** Where to go after somebody was changed. Who has changed their own role or place may not see this page any more. */
  async function afterwards(visit: AdminContext, changed: Changed, notice: Notice): Promise<SiteAnswer> {
    if (changed === 'unknown') throw notFound();
    if (changed === 'last admin') return show(visit, LAST_ADMIN);
    return userIn(visit) === visit.session.user.id ? seeOther('/') : withNotice(peoplePath(visit), notice);
  }

  return [
    { method: 'get', path: PEOPLE, handle: doors.admin((visit) => show(visit)) },
    { method: 'post', path: `${PEOPLE}/invitations`, handle: doors.admin(invite) },
    {
      method: 'post',
      path: `${PEOPLE}/invitations/:id/withdraw`,
      handle: doors.admin(async (visit) => {
        if (!(await invitations.withdraw(visit.here.organization, visit.request.params['id']!, visit.by)))
          throw notFound();
        return withNotice(peoplePath(visit), 'invitation-withdrawn');
      }),
    },
    {
      method: 'post',
      path: `${PEOPLE}/:user/role`,
      handle: doors.admin(async (visit) =>
        afterwards(
          visit,
          await memberships.setRole(
            visit.here.organization,
            userIn(visit),
            roleIn(visit.request.form),
            visit.by,
          ),
          'role-changed',
        ),
      ),
    },
    {
      method: 'get',
      path: `${PEOPLE}/:user/remove`,
      handle: doors.admin(async (visit) => {
        const member = (await memberships.list(visit.here.organization)).find(
          ({ id }) => id === userIn(visit),
        );
        if (!member) throw notFound();
        return page(RemovePage({ visit, of: member }));
      }),
    },
    {
      method: 'post',
      path: `${PEOPLE}/:user/remove`,
      handle: doors.admin(async (visit) =>
        afterwards(
          visit,
          await memberships.remove(visit.here.organization, userIn(visit), visit.by),
          'member-removed',
        ),
      ),
    },
  ];
}
