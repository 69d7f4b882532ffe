// The list of an organization's API keys, with their usage.
import type { KeyStore } from '../../keys/store';
import type { DailyRequests, OperationRequests } from '../../keys/usage-store';
import { Ago, DateOnly, spanOf } from '../components';
import type { Guards } from '../guards';
import type { SiteRoute } from '../http/types';
import { shownKey } from '../../keys/format';
import {
  ACCESS_SENTENCES,
  EXPIRING_DAYS,
  inPairs,
  type KeyListing,
  type PairedKey,
} from '../../keys/key-rules';
import { type KeyState, firstDay, lastDays, stateOf } from '../key-form';
import { OperationTable, UsageChart } from '../key-usage';
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
        const [listed, byDay, byOperation] = await Promise.all([
          keys.list(organization),
          keys.requestsByDay(organization, firstDay(now)),
          keys.requestsByOperation(organization, firstDay(now)),
        ]);
        const notice = noticeIn(context.request.query);
        return page(
          <KeysPage
            context={context}
            keys={listed}
            usage={{ byDay, byOperation }}
            now={now}
            notice={notice}
          />,
        );
      }),
    },
  ];
}

/** The requests of all keys in the last 30 days. */
interface Usage {
  byDay: DailyRequests[];
  byOperation: OperationRequests[];
}

interface KeyProps {
  context: AdminContext;
  of: PairedKey;
  usage: Usage;
  now: number;
}

function StateBadge({ of: key, state, now }: { of: KeyListing; state: KeyState; now: number }) {
  if (state === 'revoked') return <span class="badge bad">Revoked</span>;
  if (state === 'expired') return <span class="badge bad">Expired</span>;
  const left = spanOf(Date.parse(key.expires_at) - now) ?? 'a moment';
  if (state === 'replaced') return <span class="badge">Replaced, works for {left}</span>;
  return state === 'expiring' ? <span class="badge warn">Expires in {left}</span> : null;
}

function Key({ context, of: key, usage, now }: KeyProps) {
  const state = stateOf(key, now);
  const path = `${keysPath(context)}/${key.id}`;
  return (
    <li class={`key ${state}`}>
      <div class="what">
        <h3>
          {key.label} <StateBadge of={key} state={state} now={now} />
        </h3>
        <p class="mono">{shownKey(key)}</p>
        <p>{ACCESS_SENTENCES[key.access]}</p>
        {state === 'replaced' ? (
          <p>
            Replaced by <span class="mono">{shownKey(key.replacement!)}</span>. Configure that key in the
            program before this one expires.
          </p>
        ) : null}
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
      <UsageChart days={lastDays(usage.byDay, key.id, now)} />
      {state !== 'expired' && state !== 'revoked' ? (
        <div class="actions">
          {state === 'replaced' ? null : (
            <a class="button" href={`${path}/rotate`} aria-label={`Rotate ${key.label}`}>
              Rotate
            </a>
          )}
          <a
            class="button danger"
            href={`${path}/revoke`}
            aria-label={`Revoke ${state === 'replaced' ? 'the replaced key of ' : ''}${key.label}`}
          >
            Revoke
          </a>
        </div>
      ) : null}
      <OperationTable operations={usage.byOperation.filter(({ key_id }) => key_id === key.id)} />
    </li>
  );
}

/** Sorts keys that expire soon before the others. */
const expiry = (key: KeyListing, now: number): number =>
  stateOf(key, now) === 'expiring' ? Date.parse(key.expires_at) : Infinity;

interface KeysProps {
  context: AdminContext;
  keys: KeyListing[];
  usage: Usage;
  now: number;
  notice: string | undefined;
}

function KeysPage({ context, keys, usage, now, notice }: KeysProps) {
  const newest = [...keys].sort((one, other) => (one.created_at < other.created_at ? 1 : -1));
  const expiringFirst = newest.sort((one, other) => expiry(one, now) - expiry(other, now));
  const paired = inPairs(expiringFirst);
  const withState = (...states: KeyState[]) => paired.filter((key) => states.includes(stateOf(key, now)));
  const expiring = withState('expiring');
  const working = withState('expiring', 'active', 'replaced');
  const ended = withState('expired', 'revoked');
  const list = (some: PairedKey[]) => (
    <ul class="keys card">
      {some.map((key) => (
        <Key key={key.id} context={context} of={key} usage={usage} now={now} />
      ))}
    </ul>
  );
  return (
    <OrganizationPage title="API keys" context={context} here={context.here} tab="keys" notice={notice}>
      <div class="heading">
        <div>
          <h1>API keys</h1>
          <p class="muted">
            Each key gives a program access to the inventory of {context.here.name}. Create a separate key for
            each program.
          </p>
        </div>
        <a class="button primary" href={`${keysPath(context)}/new`}>
          New key
        </a>
      </div>
      {expiring.length === 0 ? null : (
        <p class="note warn">
          {expiring.length === 1 ? 'One key expires' : `${expiring.length} keys expire`} within{' '}
          {EXPIRING_DAYS} days. Rotate {expiring.length === 1 ? 'it' : 'them'} before then: the API rejects
          expired keys.
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
    </OrganizationPage>
  );
}
