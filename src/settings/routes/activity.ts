// An organization's activity: looked at, exported, checked.
import type { ActivityRow } from '../../audit/chain';
import { FORMATS, textOf } from '../../audit/formats';
import { type ActivityReader, NEWEST, rowsOf } from '../../audit/read';
import type { VerifyOrganization } from '../../audit/verify-organization';
import type { SiteRoute } from '../http/message';
import type { KeyStore } from '../../keys/store';
import type { OrganizationId } from '../../organizations/organization';
import type { MembershipStore } from '../../users/memberships';
import type { AccountStore } from '../../users/store';
import type { UserId } from '../../users/user';
import { askedIn, filterOf } from '../activity-filter';
import { page } from '../answers';
import type { Guards } from '../guards';
import type { AdminContext } from '../visit';
import { dayOf, shown } from '../keys';
import { createActivityCheck } from './activity-check';
import { ActivityPage, type Names, actorOf } from '../pages/activity';

const ACTIVITY = '/organizations/:slug/activity';

export interface ActivityParts {
  activity: ActivityReader;
  verify: VerifyOrganization;
  memberships: Pick<MembershipStore, 'list'>;
  keys: Pick<KeyStore, 'list'>;
  accounts: Pick<AccountStore, 'byId'>;
}

const sequenceIn = (given: string | null): number | undefined =>
  given !== null && /^\d{1,9}$/.test(given) ? Number(given) : undefined;

export function activityRoutes(
  doors: Guards,
  { activity, verify, memberships, keys, accounts }: ActivityParts,
): SiteRoute[] {
  /** Who is there no more has a name too, where an entry is shown: of such alone, since the ids of others' users are nobody's here. */
  async function formerNameOf({ actor_type, actor_id }: ActivityRow): Promise<string | undefined> {
    return actor_type === 'user' ? (await accounts.byId(actor_id as UserId))?.email : undefined;
  }

  async function namesOf(organization: OrganizationId, rows: ActivityRow[]): Promise<Names> {
    const [members, listed] = await Promise.all([memberships.list(organization), keys.list(organization)]);
    const names = new Map<string, string | undefined>();
    for (const { id, email } of members) names.set(actorOf({ actor_type: 'user', actor_id: id }), email);
    for (const key of listed)
      names.set(actorOf({ actor_type: 'api_key', actor_id: key.id }), `${key.label} (${shown(key)})`);
    const former = new Map(rows.filter((row) => !names.has(actorOf(row))).map((row) => [actorOf(row), row]));
    for (const [actor, row] of former) names.set(actor, await formerNameOf(row));
    return names;
  }

  async function show(visit: AdminContext) {
    const { query } = visit.request;
    const { organization } = visit.here;
    const asked = askedIn(query);
    const rows = await activity.newest(organization, {
      ...filterOf(asked),
      before: sequenceIn(query.get('before')),
    });
    const names = await namesOf(organization, rows);
    return page(
      ActivityPage({
        visit,
        asked,
        rows,
        names,
        before: rows.length === NEWEST ? rows.at(-1)!.sequence : undefined,
      }),
    );
  }

  return [
    { method: 'get', path: ACTIVITY, handle: doors.admin(show) },
    {
      method: 'get',
      path: `${ACTIVITY}.csv`,
      handle: doors.admin(({ request, here }) =>
        Promise.resolve({
          status: 200,
          headers: {
            'Content-Type': 'text/csv; charset=utf-8',
            'Content-Disposition': `attachment; filename="${here.slug}-activity-${dayOf(Date.now())}.csv"`,
          },
          body: textOf(
            FORMATS.csv,
            rowsOf(activity.pages(here.organization, filterOf(askedIn(request.query)))),
          ),
        }),
      ),
    },
    { method: 'get', path: `${ACTIVITY}/check`, handle: doors.admin(createActivityCheck(verify)) },
  ];
}
