// The activity of an organization, newest first.
import type { ActivityRow } from '../../audit/chain';
import { escapeControls } from '../../escape-controls';
import { type ActivityQuery, queryOf } from '../activity-filter';
import type { AdminContext } from '../visit';
import { RESOURCE_TYPES, typeName } from '../resource-types';
import { OrganizationPage } from './organization-page';
import { Field } from './parts';
import { DateAndTime } from './times';

/** Names of actors by `actorOf`, undefined without a name. */
export type Names = ReadonlyMap<string, string | undefined>;

/** Returns the key of an entry's actor. Ids of different types may be equal. */
export const actorOf = ({ actor_type, actor_id }: Pick<ActivityRow, 'actor_type' | 'actor_id'>): string =>
  `${actor_type} ${actor_id}`;

interface ActivityProps {
  visit: AdminContext;
  asked: ActivityQuery;
  rows: ActivityRow[];
  names: Names;
  /** The sequence before which the next page begins, when there is one. */
  before: number | undefined;
}

export const activityPath = ({ here }: AdminContext): string => `/organizations/${here.slug}/activity`;

const KINDS: Record<string, string> = { api_key: 'API key', operator: 'Operator', user: 'Person' };

const kindOf = (type: string): string => KINDS[type] ?? type;

/** Returns the label of an actor in the filter: the name, or the id with its type. */
function optionOf([actor, name]: [string, string | undefined]): { id: string; label: string } {
  const [type = '', ...rest] = actor.split(' ');
  const id = rest.join(' ');
  return { id, label: name ?? `${escapeControls(id)} (${kindOf(type)})` };
}

/** Returns the options of the filter by actor. Options with the same label show their ids. */
function optionsOf(names: Names): { id: string; label: string }[] {
  const options = [...names].map(optionOf);
  return options.map(({ id, label }) => {
    const isUnique = options.filter((other) => other.label === label).length === 1;
    return { id, label: isUnique ? label : `${label} (${escapeControls(id)})` };
  });
}

function Filter({ visit, asked, names }: Pick<ActivityProps, 'visit' | 'asked' | 'names'>) {
  const actors = optionsOf(names);
  if (asked.actor !== '' && !actors.some(({ id }) => id === asked.actor))
    actors.push({ id: asked.actor, label: escapeControls(asked.actor) });
  return (
    <form
      method="get"
      action={activityPath(visit)}
      class="filter card"
      role="search"
      aria-label="Filter the activity"
    >
      <Field id="from" label="From">
        <input id="from" name="from" type="date" value={asked.from} />
      </Field>
      <Field id="to" label="To">
        <input id="to" name="to" type="date" value={asked.to} />
      </Field>
      <Field id="actor" label="By">
        <select id="actor" name="actor">
          <option value="">Anybody</option>
          {actors.map(({ id, label }) => (
            <option key={label} value={id} selected={id === asked.actor}>
              {label}
            </option>
          ))}
        </select>
      </Field>
      <Field id="type" label="Kind of record">
        <select id="type" name="type">
          <option value="">Any</option>
          {RESOURCE_TYPES.map((type) => (
            <option key={type} value={type} selected={type === asked.type}>
              {typeName(type)}
            </option>
          ))}
        </select>
      </Field>
      <Field id="resource" label="Id of the record">
        <input
          id="resource"
          name="resource"
          class="mono"
          value={asked.resource}
          maxLength={128}
          autocomplete="off"
          spellcheck={false}
        />
      </Field>
      <div class="buttons">
        <button type="submit" class="primary">
          Filter
        </button>
        {queryOf(asked) === '' ? null : (
          <a class="button" href={activityPath(visit)}>
            Show all
          </a>
        )}
      </div>
    </form>
  );
}

interface ChangeRowProps {
  field: string;
  before: string | null;
  after: string | null;
}

const Value = ({ of: value }: { of: string | null }) =>
  value === null ? <span class="muted">none</span> : <>{value}</>;

function Entry({
  visit,
  asked,
  names,
  row,
}: Pick<ActivityProps, 'visit' | 'asked' | 'names'> & { row: ActivityRow }) {
  const changes = JSON.parse(row.changes) as ChangeRowProps[];
  const [name, id] = [names.get(actorOf(row)), escapeControls(row.actor_id)];
  const resource = queryOf({
    ...asked,
    type: RESOURCE_TYPES.includes(row.resource_type) ? row.resource_type : '',
    resource: row.resource_id,
  });
  return (
    <li>
      <p class="when muted">
        <DateAndTime iso={row.occurred_at} />
      </p>
      <div class="what">
        <p class="did">{row.description}</p>
        <p class="muted">
          <a href={activityPath(visit) + queryOf(asked, { actor: row.actor_id })}>{name ?? id}</a> (
          {kindOf(row.actor_type)}){name === undefined ? null : <span class="mono"> {id}</span>},{' '}
          {typeName(row.resource_type)}{' '}
          <a class="mono" href={activityPath(visit) + resource}>
            {row.resource_id}
          </a>
        </p>
        {changes.length === 0 && row.request_id === null ? null : (
          <details>
            <summary>Details</summary>
            <dl class="changes">
              {changes.map(({ field, before, after }) => (
                <div key={field}>
                  <dt class="mono">{field}</dt>
                  <dd>
                    <Value of={before} /> → <Value of={after} />
                  </dd>
                </div>
              ))}
              {row.request_id === null ? null : (
                <div>
                  <dt>Request</dt>
                  <dd class="mono">{row.request_id}</dd>
                </div>
              )}
            </dl>
          </details>
        )}
      </div>
    </li>
  );
}

export const ActivityPage = ({ visit, asked, rows, names, before }: ActivityProps) => (
  <OrganizationPage title="Activity" visit={visit} here={visit.here} tab="activity">
    <div class="heading">
      <div>
        <h1>Activity</h1>
        <p class="muted">
          Who changed what, and when, newest first. Each entry is chained to the one before it, so that none
          can be changed or removed unnoticed.
        </p>
      </div>
      <div class="buttons">
        <a class="button" href={`${activityPath(visit)}.csv${queryOf(asked)}`}>
          Export as CSV
        </a>
        <form method="get" action={`${activityPath(visit)}/check`}>
          <button type="submit">Check the chain</button>
        </form>
      </div>
    </div>
    <Filter visit={visit} asked={asked} names={names} />
    {rows.length === 0 ? (
      <section class="card empty">
        <h2>Nothing found</h2>
        <p class="muted">No entry is like that.</p>
      </section>
    ) : (
      <ol class="activity card">
        {rows.map((row) => (
          <Entry key={row.id} visit={visit} asked={asked} names={names} row={row} />
        ))}
      </ol>
    )}
    {before === undefined ? null : (
      <p class="more">
        <a class="button" href={activityPath(visit) + queryOf(asked, { before })}>
          Older entries
        </a>
      </p>
    )}
  </OrganizationPage>
);
