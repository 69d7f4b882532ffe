// An organization's API keys.
import type { KeyListing } from '../../keys/statements';
import type { RequestsOfDay } from '../../keys/uses';
import type { AdminContext } from '../visit';
import { type KeyState, lastDays, shown, stateOf } from '../keys';
import { Chart } from './chart';
import { OrganizationPage } from './organization-page';
import { Ago, DateOnly, spanOf } from './times';

interface KeysProps {
  visit: AdminContext;
  keys: KeyListing[];
  requests: RequestsOfDay[];
  now: number;
  notice?: string | undefined;
}

const leftOf = (key: KeyListing, now: number): string =>
  spanOf(Date.parse(key.expires_at) - now) ?? 'a moment';

function State({ of: key, state, now }: { of: KeyListing; state: KeyState; now: number }) {
  if (state === 'revoked') return <span class="badge bad">Revoked</span>;
  if (state === 'expired') return <span class="badge bad">Expired</span>;
  return state === 'expiring' ? <span class="badge warn">Expires in {leftOf(key, now)}</span> : null;
}

function Key({
  visit,
  of: key,
  requests,
  now,
}: {
  visit: AdminContext;
  of: KeyListing;
  requests: RequestsOfDay[];
  now: number;
}) {
  const state = stateOf(key, now);
  const path = `/organizations/${visit.here.slug}/keys/${key.id}`;
  const works = state === 'active' || state === 'expiring';
  return (
    <li class={`key ${state}`}>
      <div class="what">
        <h3>
          {key.label} <State of={key} state={state} now={now} />
        </h3>
        <p class="mono">{shown(key)}</p>
        <p class="muted">
          Made by {key.created_by} on <DateOnly iso={key.created_at} />
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
      <Chart days={lastDays(requests, key.id, now)} />
      {works ? (
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

export function KeysPage({ visit, keys, requests, now, notice }: KeysProps) {
  const newest = [...keys].sort((one, other) => (one.created_at < other.created_at ? 1 : -1));
  const withState = (...states: KeyState[]) => newest.filter((key) => states.includes(stateOf(key, now)));
  const [expiring, active, ended] = [
    withState('expiring').sort((one, other) => (one.expires_at < other.expires_at ? -1 : 1)),
    withState('active'),
    withState('expired', 'revoked'),
  ];
  const list = (some: KeyListing[]) => (
    <ul class="keys card">
      {some.map((key) => (
        <Key key={key.id} visit={visit} of={key} requests={requests} now={now} />
      ))}
    </ul>
  );
  return (
    <OrganizationPage title="API keys" visit={visit} here={visit.here} tab="keys" notice={notice}>
      <div class="heading">
        <div>
          <h1>API keys</h1>
          <p class="muted">
            A key reads and changes all of {visit.here.name}'s inventory. Give each program one of its own.
          </p>
        </div>
        <a class="button primary" href={`/organizations/${visit.here.slug}/keys/new`}>
          New key
        </a>
      </div>
      {expiring.length === 0 ? null : (
        <p class="note warn">
          {expiring.length === 1 ? 'One key expires' : `${expiring.length} keys expire`} within 30 days.
          Rotate {expiring.length === 1 ? 'it' : 'them'} in time: programs that use{' '}
          {expiring.length === 1 ? 'it' : 'them'} are refused afterwards.
        </p>
      )}
      {expiring.length + active.length > 0 ? (
        <section>
          <h2 class="unseen">Keys that work</h2>
          {list([...expiring, ...active])}
        </section>
      ) : (
        <section class="card empty">
          <h2>No keys yet</h2>
          <p class="muted">
            A program calls the API with a key. Make one for your first integration, such as the sync with
            your CMDB.
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
