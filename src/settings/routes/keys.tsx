// The list of an organization's API keys, with usage charts.
import type { KeyListing } from '../../keys/statements';
import type { KeyStore } from '../../keys/store';
import type { DailyRequests } from '../../keys/usage';
import { Ago, DateOnly, dateOf, spanOf } from '../components';
import type { Guards } from '../guards';
import type { SiteRoute } from '../http/types';
import { type KeyState, firstDay, lastDays, shown, stateOf } from '../key-rules';
import { OrganizationPage } from '../layout';
import type { AdminContext } from '../request-context';
import { noticeIn, page } from '../responses';
import { KEYS, keysPath } from './new-key';

export function keyRoutes(guards: Guards, keys: KeyStore): SiteRoute[] {
  return [
    {
      method: 'get',
      path: KEYS,
      handle: guards.admin(async (context) => {
        const now = Date.now();
        const { organization } = context.here;
        const [listed, requests] = await Promise.all([
          keys.list(organization),
          keys.requestsByDay(organization, firstDay(now)),
        ]);
        const notice = noticeIn(context.request.query);
        return page(
          <KeysPage context={context} keys={listed} requests={requests} now={now} notice={notice} />,
        );
      }),
    },
  ];
}

const BAR_WIDTH = 4;
const STEP = 5;
const HEIGHT = 28;

const count = (requests: number): string => requests.toLocaleString('en-US');
const countOf = (requests: number): string => `${count(requests)} request${requests === 1 ? '' : 's'}`;

type Days = readonly { day: string; requests: number }[];

function describeUsage(days: Days, total: number): string {
  if (total === 0) return 'No requests in the last 30 days';
  const busiest = days.reduce((best, day) => (day.requests > best.requests ? day : best));
  const maximum = `maximum on ${dateOf(busiest.day)}: ${count(busiest.requests)}`;
  return `${countOf(total)} in the last 30 days, ${maximum}`;
}

/** Shows the requests of a key on each of the last 30 days. */
function UsageChart({ days }: { days: Days }) {
  const maximum = Math.max(1, ...days.map(({ requests }) => requests));
  const total = days.reduce((sum, { requests }) => sum + requests, 0);
  const description = describeUsage(days, total);
  return (
    <div class="chart">
      <svg viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`} role="img" aria-label={description}>
        <title>{description}</title>
        {days.map(({ day, requests }, index) => {
          const height = requests === 0 ? 1 : Math.max(3, Math.round((requests / maximum) * HEIGHT));
          return (
            <rect
              key={day}
              class={requests === 0 ? 'none' : undefined}
              x={index * STEP}
              y={HEIGHT - height}
              width={BAR_WIDTH}
              height={height}
              rx={requests === 0 ? 0 : 1}
            />
          );
        })}
      </svg>
      <span aria-hidden="true">{total === 0 ? 'No requests' : countOf(total)} in 30 days</span>
    </div>
  );
}

interface KeyProps {
  context: AdminContext;
  of: KeyListing;
  requests: DailyRequests[];
  now: number;
}

function StateBadge({ of: key, state, now }: { of: KeyListing; state: KeyState; now: number }) {
  if (state === 'revoked') return <span class="badge bad">Revoked</span>;
  if (state === 'expired') return <span class="badge bad">Expired</span>;
  const left = spanOf(Date.parse(key.expires_at) - now) ?? 'a moment';
  return state === 'expiring' ? <span class="badge warn">Expires in {left}</span> : null;
}

function Key({ context, of: key, requests, now }: KeyProps) {
  const state = stateOf(key, now);
  const path = `${keysPath(context)}/${key.id}`;
  return (
    <li class={`key ${state}`}>
      <div class="what">
        <h3>
          {key.label} <StateBadge of={key} state={state} now={now} />
        </h3>
        <p class="mono">{shown(key)}</p>
        <p class="muted">
          Created by {key.created_by} on <DateOnly iso={key.created_at} />
        </p>
      </div>
      <dl>
        <div>
          <dt>Last used</dt>
          <dd>{key.last_used_at === null ? 'Never' : <Ago iso={key.last_used_at} now={now} />}</dd>
        </div>
        <div>
          <dt>{state === 'revoked' ? 'Revoked' : state === 'expired' ? 'Expired' : 'Expires'}</dt>
          <dd>
            <DateOnly iso={key.revoked_at ?? key.expires_at} />
          </dd>
        </div>
      </dl>
      <UsageChart days={lastDays(requests, key.id, now)} />
      {state === 'active' || state === 'expiring' ? (
        <div class="actions">
          <a class="button" href={`${path}/rotate`} aria-label={`Rotate ${key.label}`}>
            Rotate
          </a>
          <a class="button danger" href={`${path}/revoke`} aria-label={`Revoke ${key.label}`}>
            Revoke
          </a>
        </div>
      ) : null}
    </li>
  );
}

interface KeysProps {
  context: AdminContext;
  keys: KeyListing[];
  requests: DailyRequests[];
  now: number;
  notice: string | undefined;
}

function KeysPage({ context, keys, requests, now, notice }: KeysProps) {
  const newest = [...keys].sort((one, other) => (one.created_at < other.created_at ? 1 : -1));
  const withState = (...states: KeyState[]) => newest.filter((key) => states.includes(stateOf(key, now)));
  const expiring = withState('expiring').sort((one, other) => (one.expires_at < other.expires_at ? -1 : 1));
  const active = withState('active');
  const ended = withState('expired', 'revoked');
  const list = (some: KeyListing[]) => (
    <ul class="keys card">
      {some.map((key) => (
        <Key key={key.id} context={context} of={key} requests={requests} now={now} />
      ))}
    </ul>
  );
  return (
    <OrganizationPage title="API keys" context={context} here={context.here} tab="keys" notice={notice}>
      <div class="heading">
        <div>
          <h1>API keys</h1>
          <p class="muted">
            A key can read and change the entire inventory of {context.here.name}. Create a separate key for
            each program.
          </p>
        </div>
        <a class="button primary" href={`${keysPath(context)}/new`}>
          New key
        </a>
      </div>
      {expiring.length === 0 ? null : (
        <p class="note warn">
          {expiring.length === 1 ? 'One key expires' : `${expiring.length} keys expire`} within 30 days.
          Rotate {expiring.length === 1 ? 'it' : 'them'} before then: the API rejects expired keys.
        </p>
      )}
      {expiring.length + active.length > 0 ? (
        <section>
          <h2 class="unseen">Active keys</h2>
          {list([...expiring, ...active])}
        </section>
      ) : (
        <section class="card empty">
          <h2>No keys yet</h2>
          <p class="muted">
            A program needs a key to call the API. Create one for your first integration, for example the sync
            with your CMDB.
          </p>
        </section>
      )}
      {ended.length === 0 ? null : (
        <details class="ended">
          <summary>
            <h2>Expired and revoked ({ended.length})</h2>
          </summary>
          {list(ended)}
        </details>
      )}
    </OrganizationPage>
  );
}
