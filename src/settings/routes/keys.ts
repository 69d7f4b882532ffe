// An organization's keys: seen, made, rotated, revoked.
import { ApiError, notFound } from '../../errors';
import type { SiteAnswer, SiteRoute } from '../http/message';
import type { KeyListing } from '../../keys/statements';
import type { KeyStore } from '../../keys/store';
import { noticeIn, page, withNotice } from '../answers';
import type { Guards } from '../guards';
import type { AdminContext } from '../visit';
import { OVERLAPS, expiryIn, firstDay, labelIn, stateOf } from '../keys';
import { NewKeyPage, RevokeKeyPage, RotateKeyPage } from '../pages/key-forms';
import { KeysPage } from '../pages/keys';
import { KeyMadeBeforePage, KeyMadePage } from '../pages/new-key';
import { dateOf } from '../pages/times';

const KEYS = '/organizations/:slug/keys';

export function keyRoutes(doors: Guards, keys: KeyStore, apiUrl: () => string): SiteRoute[] {
  /** Returns the token of the form, by which the store recognizes a repeated submission. */
  const submissionIn = ({ request }: AdminContext): string => request.form.get('form_token')!;

  /** A key of the page's organization. @throws ApiError `not_found`, the same for other organizations' keys. */
  async function ownKey({ here, request }: AdminContext): Promise<KeyListing> {
    const key = await keys.find(here.organization, request.params['id']!);
    if (!key) throw notFound();
    return key;
  }

  const hasEnded = (key: KeyListing): boolean => ['expired', 'revoked'].includes(stateOf(key, Date.now()));

  /** One that works. @throws ApiError `not_found`. */
  async function workingKey(visit: AdminContext): Promise<KeyListing> {
    const key = await ownKey(visit);
    if (hasEnded(key)) throw notFound();
    return key;
  }

  /** Makes a key and shows it; a form that is sent again makes no other one. */
  async function shownOnce(
    visit: AdminContext,
    label: string,
    oldEnds: string | undefined,
    make: () => Promise<string>,
  ): Promise<SiteAnswer> {
    try {
      const secret = await make();
      return page(KeyMadePage({ visit, label, secret, apiUrl: apiUrl(), oldEnds }));
    } catch (error) {
      if (error instanceof ApiError && error.code === 'conflict')
        return page(KeyMadeBeforePage({ visit }), { status: 409 });
      throw error;
    }
  }

  async function create(visit: AdminContext): Promise<SiteAnswer> {
    const { request, here, session, by } = visit;
    const now = Date.now();
    const [name, expiry] = [labelIn(request.form.get('label')), expiryIn(request.form, now)];
    const fault = 'fault' in name ? name.fault : 'fault' in expiry ? expiry.fault : undefined;
    if ('fault' in name || 'fault' in expiry) return page(NewKeyPage({ visit, now, fault }), { status: 400 });
    const made = {
      createdBy: session.user.email,
      environment: 'live' as const,
      submission: submissionIn(visit),
    };
    return shownOnce(visit, name.label, undefined, () =>
      keys.create(here.organization, { ...made, label: name.label, ...expiry }, by),
    );
  }

  async function rotate(visit: AdminContext): Promise<SiteAnswer> {
    const { request, here, session, by } = visit;
    const now = Date.now();
    const old = await ownKey(visit);
    const expiry = expiryIn(request.form, now);
    const chosen = request.form.get('overlap') ?? '';
    const overlap = Object.hasOwn(OVERLAPS, chosen) ? OVERLAPS[chosen] : undefined;
    if ('fault' in expiry)
      return page(RotateKeyPage({ visit, now, of: old, fault: expiry.fault }), { status: 400 });
    if (!overlap)
      return page(RotateKeyPage({ visit, now, of: old, fault: 'Choose when the old key is to expire.' }), {
        status: 400,
      });
    const oldExpiresAt = new Date(Math.min(now + overlap.milliseconds, Date.parse(old.expires_at)));
    const oldEnds =
      overlap.milliseconds === 0
        ? 'The old key no longer works.'
        : `The old key works until ${dateOf(oldExpiresAt.toISOString())}, ${oldExpiresAt.toISOString().slice(11, 16)} UTC.`;
    return shownOnce(visit, old.label, oldEnds, async () => {
      const rotation = {
        ...expiry,
        oldExpiresAt,
        createdBy: session.user.email,
        environment: 'live' as const,
        submission: submissionIn(visit),
      };
      const made = await keys.rotate(here.organization, old.id, rotation, by);
      if (!made) throw notFound();
      return made.secret;
    });
  }

  return [
    {
      method: 'get',
      path: KEYS,
      handle: doors.admin(async (visit) => {
        const now = Date.now();
        const { organization } = visit.here;
        const [listed, requests] = await Promise.all([
          keys.list(organization),
          keys.requestsByDay(organization, firstDay(now)),
        ]);
        return page(KeysPage({ visit, keys: listed, requests, now, notice: noticeIn(visit.request.query) }));
      }),
    },
    { method: 'post', path: KEYS, handle: doors.admin(create) },
    {
      method: 'get',
      path: `${KEYS}/new`,
      handle: doors.admin((visit) => Promise.resolve(page(NewKeyPage({ visit, now: Date.now() })))),
    },
    {
      method: 'get',
      path: `${KEYS}/:id/rotate`,
      handle: doors.admin(async (visit) =>
        page(RotateKeyPage({ visit, now: Date.now(), of: await workingKey(visit) })),
      ),
    },
    { method: 'post', path: `${KEYS}/:id/rotate`, handle: doors.admin(rotate) },
    {
      method: 'get',
      path: `${KEYS}/:id/revoke`,
      handle: doors.admin(async (visit) => page(RevokeKeyPage({ visit, of: await workingKey(visit) }))),
    },
    {
      method: 'post',
      path: `${KEYS}/:id/revoke`,
      handle: doors.admin(async ({ here, request, by }) => {
        if (!(await keys.revokeOf(here.organization, request.params['id']!, by))) throw notFound();
        return withNotice(`/organizations/${here.slug}/keys`, 'key-revoked');
      }),
    },
  ];
}
