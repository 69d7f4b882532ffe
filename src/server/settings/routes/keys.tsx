// The list of an organization's API keys, with their usage in the last 30 days.
import { toDay } from '../../../base/day';
import { pluralize, formatCount } from '../../../base/text';
import { isUserId, shownKey } from '../../keys/format';
import {
  ACCESS_SENTENCES,
  ENDED,
  EXPIRING_DAYS,
  inPairs,
  type KeyListing,
  type KeyState,
  type PairedKey,
  getState,
} from '../../keys/key-rules';
import type { DailyRequests, OperationRequests } from '../../keys/usage';
import { Ago, formatDate, DateOnly, Fact, LinkButton, formatSpan } from '../components';
import { get, type PageServices } from '../guards';
import { Heading, OrganizationPage, pathTo } from '../layout';
import { page } from '../responses';
import type { AdminContext, SiteRoute } from '../site';

const DAY = 86_400_000;
const CHART_DAYS = 30;

export function keyRoutes({ guards, keys, users: { memberships } }: PageServices): SiteRoute[] {
  async function list(context: AdminContext) {
    const { organization } = context.here;
    const since = toDay(Date.now() - (CHART_DAYS - 1) * DAY);
    const [listed, users, byDay, byOperation] = await Promise.all([
      keys.list(organization, { withUsers: true }),
      memberships.users(organization),
      keys.requestsByDay(organization, since),
      keys.requestsByOperation(organization, since),
    ]);
    const usage = { byDay, byOperation, users: new Map(users.map(({ id, email }) => [id, email])) };
    return keysPage(context, listed, usage);
  }

  return [get(pathTo('keys'), guards.admin(list))];
}

/** The requests of all keys in the last 30 days, and the addresses of users for whom keys act. */
interface Usage {
  users: ReadonlyMap<string, string>;
  byDay: DailyRequests[];
  byOperation: OperationRequests[];
}

function StateBadge({ of: key, state, now }: { of: KeyListing; state: KeyState; now: number }) {
  if (state === 'revoked') return <span class="badge bad">Revoked</span>;
  if (state === 'expired') return <span class="badge bad">Expired</span>;
  if (state === 'deleted user') return <span class="badge bad">Its user was removed</span>;
  const left = formatSpan(Date.parse(key.expires_at) - now) ?? 'a moment';
  if (state === 'replaced') return <span class="badge">Replaced, works for {left}</span>;
  return state === 'expiring' ? <span class="badge warn">Expires in {left}</span> : null;
}

/** `list`: the path of the list. */
function Key({ of: key, usage, list, now }: { of: PairedKey; usage: Usage; list: string; now: number }) {
  const state = getState(key, now);
  const isReplaced = state === 'replaced';
  const path = `${list}/${key.id}`;
  return (
    <li class={`key ${state}`}>
      <div class="what">
        <h3>
          {key.label} <StateBadge of={key} state={state} now={now} />
        </h3>
        <p class="mono">{shownKey(key)}</p>
        <p>{ACCESS_SENTENCES[key.access]}</p>
        {isReplaced ? (
          <p>
            Replaced by <span class="mono">{shownKey(key.replacement!)}</span>. Configure that key in the
            program before this one expires.
          </p>
        ) : null}
        <p class="muted">
          {isUserId(key.created_by)
            ? `Acts for ${usage.users.get(key.created_by) ?? key.created_by}, created`
            : `Created by ${key.created_by}`}{' '}
          on <DateOnly iso={key.created_at} />
        </p>
      </div>
      <dl>
        <Fact name="Last used">
          {key.last_used_at === null ? 'Never' : <Ago iso={key.last_used_at} now={now} />}
        </Fact>
        <Fact name={state === 'revoked' ? 'Revoked' : state === 'expired' ? 'Expired' : 'Expires'}>
          <DateOnly iso={key.revoked_at ?? key.expires_at} />
        </Fact>
      </dl>
      <UsageChart requests={usage.byDay.filter(({ key_id }) => key_id === key.id)} now={now} />
      {ENDED.includes(state) ? null : (
        <div class="actions">
          {isReplaced ? null : (
            <LinkButton text="Rotate" href={`${path}/rotate`} aria-label={`Rotate ${key.label}`} />
          )}
          <LinkButton
            text="Revoke"
            href={`${path}/revoke`}
            class="danger"
            aria-label={`Revoke ${isReplaced ? 'the replaced key of ' : ''}${key.label}`}
          />
        </div>
      )}
      <OperationTable operations={usage.byOperation.filter(({ key_id }) => key_id === key.id)} />
    </li>
  );
}

const BAR_WIDTH = 4;
const STEP = 5;
const HEIGHT = 28;

function UsageChart({ requests, now }: { requests: DailyRequests[]; now: number }) {
  const days = Array.from({ length: CHART_DAYS }, (_, index) => {
    const day = toDay(now - (CHART_DAYS - 1 - index) * DAY);
    return { day, count: requests.find((row) => row.day === day)?.requests ?? 0 };
  });
  const busiest = days.reduce((best, day) => (day.count > best.count ? day : best));
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const counted = total === 0 ? 'No requests' : pluralize(total, 'request');
  const peak = total === 0 ? '' : `, maximum on ${formatDate(busiest.day)}: ${formatCount(busiest.count)}`;
  const description = `${counted} in the last 30 days${peak}`;
  return (
    <div class="chart">
      <svg viewBox={`0 0 ${CHART_DAYS * STEP} ${HEIGHT}`} role="img" aria-label={description}>
        <title>{description}</title>
        {days.map(({ day, count }, index) => {
          const height = count === 0 ? 1 : Math.max(3, Math.round((count / busiest.count) * HEIGHT));
          return (
            <rect
              key={day}
              class={count === 0 ? 'none' : undefined}
              x={index * STEP}
              y={HEIGHT - height}
              width={BAR_WIDTH}
              height={height}
              rx={count === 0 ? 0 : 1}
            />
          );
        })}
      </svg>
      <span aria-hidden="true">{counted} in 30 days</span>
    </div>
  );
}

/** Shows the requests of a key for each operation, the most requests first. */
const OperationTable = ({ operations }: { operations: OperationRequests[] }) =>
  operations.length === 0 ? null : (
    <details class="usage">
      <summary>Operations</summary>
      <table>
        <caption class="unseen">Requests by operation in the last 30 days</caption>
        <thead>
          <tr>
            <th scope="col">Operation</th>
            <th scope="col">Requests</th>
            <th scope="col">Last day</th>
          </tr>
        </thead>
        <tbody>
          {operations.map(({ operation_id, requests, last_day }) => (
            <tr key={operation_id}>
              <th scope="row" class={operation_id === null ? undefined : 'mono'}>
                {operation_id ?? 'No operation'}
              </th>
              <td>{formatCount(requests)}</td>
              <td>
                <time dateTime={last_day}>{formatDate(last_day)}</time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );

/** Sorts keys that expire soon before the others. */
const expiry = (key: KeyListing, now: number): number =>
  getState(key, now) === 'expiring' ? Date.parse(key.expires_at) : Infinity;

function keysPage(context: AdminContext, keys: KeyListing[], usage: Usage) {
  const now = Date.now();
  const path = pathTo('keys', context.here);
  const newest = [...keys].sort((one, other) => (one.created_at < other.created_at ? 1 : -1));
  const paired = inPairs(newest.sort((one, other) => expiry(one, now) - expiry(other, now)));
  const withState = (...states: KeyState[]) => paired.filter((key) => states.includes(getState(key, now)));
  const expiring = withState('expiring').length;
  const working = withState('expiring', 'active', 'replaced');
  const ended = withState(...ENDED);
  const list = (some: PairedKey[]) => (
    <ul class="keys card">
      {some.map((key) => (
        <Key key={key.id} of={key} usage={usage} list={path} now={now} />
      ))}
    </ul>
  );
  return page(
    <OrganizationPage title="API keys" context={context} tab="keys">
      <Heading
        title="API keys"
        lead={`Each key gives a program access to the inventory of ${context.here.name}. Create a separate key for each program.`}
      >
        <LinkButton text="New key" href={`${path}/new`} class="primary" />
      </Heading>
      {expiring === 0 ? null : (
        <p class="note warn">
          {expiring === 1 ? 'One key expires' : `${expiring} keys expire`} within {EXPIRING_DAYS} days. Rotate{' '}
          {expiring === 1 ? 'it' : 'them'} before then: the API rejects expired keys.
        </p>
      )}
      {working.length > 0 ? (
        <section>
          <h2 class="unseen">Active keys</h2>
          {list(working)}
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
    </OrganizationPage>,
  );
}
