// The filter of the activity page: its query parameters, its database filter and its form.
import type { ActorNames } from '../../audit/names';
import type { Activity } from '../../audit/entry';
import type { ActivityFilter } from '../../audit/read';
import { endOf, isDay, notADay } from '../../../base/day';
import { escapeControls } from '../../../base/text';
import { Field } from '../components';
import type { MemberContext } from '../request-context';

/** The types of records that this server changes so far, by their names in the contract. */
export const RESOURCE_TYPES = [
  'api-key',
  'control-center',
  'cyber-asset',
  'cyber-system',
  'facility',
  'invitation',
  'organization',
  'user',
];

/** The actions that this server records, by their names in the contract. */
const OPERATIONS: readonly string[] = [
  'created',
  'imported',
  'updated',
  'moved',
  'deleted',
  'revoked',
  'accepted',
  'role_updated',
  'signed_in',
  'signed_out',
  'sign_in_refused',
  'approved',
  'exported',
] satisfies Activity['operation'][];

/** Formats `role_updated` as `Role updated`. */
const actionName = (operation: string): string =>
  operation.charAt(0).toUpperCase() + operation.slice(1).replaceAll('_', ' ');

/** Formats `cyber-asset` as `Cyber asset`. */
export const typeName = (type: string): string =>
  type === 'api-key' ? 'API key' : type.charAt(0).toUpperCase() + type.slice(1).replaceAll('-', ' ');

/** The values of the form; empty for a field without a value. */
interface ActivityQuery {
  from: string;
  to: string;
  actor: string;
  type: string;
  resource: string;
  name: string;
  action: string;
}

const MAX_CHARACTERS = 128;

const textIn = (given: string | null): string => (given ?? '').trim().slice(0, MAX_CHARACTERS);

/** Reads the query parameters. Ignores an unknown type or action; `problemOf` checks the days. */
export function readQuery(query: URLSearchParams): ActivityQuery {
  const type = query.get('type') ?? '';
  const action = query.get('action') ?? '';
  return {
    from: textIn(query.get('from')),
    to: textIn(query.get('to')),
    actor: textIn(query.get('actor')),
    type: RESOURCE_TYPES.includes(type) ? type : '',
    resource: textIn(query.get('resource')),
    name: textIn(query.get('name')),
    action: OPERATIONS.includes(action) ? action : '',
  };
}

/** Says why a day is invalid. */
const problemOfDay = (day: string): string | undefined =>
  day === '' || isDay(day) ? undefined : notADay(day);

/** Says why a day of the filter is invalid. */
export const problemOf = ({ from, to }: ActivityQuery): string | undefined =>
  problemOfDay(from) ?? problemOfDay(to);

/** Returns the database filter. Both days are inclusive. */
export const filterOf = ({ from, to, actor, type, resource, action }: ActivityQuery): ActivityFilter => ({
  since: from === '' ? undefined : `${from}T00:00:00.000Z`,
  until: to === '' ? undefined : endOf(to),
  actorId: actor || undefined,
  resourceType: type || undefined,
  resourceId: resource || undefined,
  operation: action || undefined,
});

/** Returns the query string with some values replaced. It omits fields without a value. */
export function queryOf(
  asked: ActivityQuery,
  replaced: Partial<ActivityQuery> & { before?: number } = {},
): string {
  const entries = Object.entries({ ...asked, ...replaced }).flatMap(([name, value]) =>
    value === '' ? [] : [[name, String(value)]],
  );
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries).toString()}`;
}

export const activityPath = ({ here }: MemberContext): string => `/organizations/${here.slug}/activity`;

const ACTOR_TYPES: Record<string, string> = { api_key: 'API key', operator: 'Operator', user: 'User' };

export const actorTypeName = (type: string): string => ACTOR_TYPES[type] ?? type;

interface ActorOption {
  id: string;
  label: string;
}

/** Returns the label of an actor in the filter: the name, or the id with its type. */
function optionOf([actor, name]: [string, string | undefined]): ActorOption {
  const [type = '', ...rest] = actor.split(' ');
  const id = rest.join(' ');
  return { id, label: name ?? `${escapeControls(id)} (${actorTypeName(type)})` };
}

/** Returns the options of the filter by actor. Options with the same label show their ids. */
function optionsOf(names: ActorNames, chosen: string): ActorOption[] {
  const options = [...names].map(optionOf);
  const labeled = options.map(({ id, label }) => {
    const isUnique = options.filter((other) => other.label === label).length === 1;
    return { id, label: isUnique ? label : `${label} (${escapeControls(id)})` };
  });
  const isListed = chosen === '' || labeled.some(({ id }) => id === chosen);
  return isListed ? labeled : [...labeled, { id: chosen, label: escapeControls(chosen) }];
}

export interface FilterProps {
  context: MemberContext;
  asked: ActivityQuery;
  names: ActorNames;
}

const problemId = (name: string): string => `${name}-problem`;

function DayField({ name, label, day }: { name: string; label: string; day: string }) {
  const problem =
    problemOfDay(day) === undefined
      ? {}
      : ({ 'aria-invalid': 'true', 'aria-describedby': problemId(name) } as const);
  return (
    <Field id={name} label={label}>
      <input id={name} name={name} type="date" value={day} {...problem} />
    </Field>
  );
}

function Problem({ name, day }: { name: string; day: string }) {
  const problem = problemOfDay(day);
  return problem === undefined ? null : (
    <p class="problem" id={problemId(name)} role="alert">
      {problem}
    </p>
  );
}

export const FilterForm = ({ context, asked, names }: FilterProps) => (
  <form
    method="get"
    action={activityPath(context)}
    class="filter card"
    role="search"
    aria-label="Filter the activity"
  >
    <DayField name="from" label="From" day={asked.from} />
    <DayField name="to" label="To" day={asked.to} />
    <Field id="actor" label="Actor">
      <select id="actor" name="actor">
        <option value="">Any</option>
        {optionsOf(names, asked.actor).map(({ id, label }) => (
          <option key={label} value={id} selected={id === asked.actor}>
            {label}
          </option>
        ))}
      </select>
    </Field>
    <Field id="type" label="Record type">
      <select id="type" name="type">
        <option value="">Any</option>
        {RESOURCE_TYPES.map((type) => (
          <option key={type} value={type} selected={type === asked.type}>
            {typeName(type)}
          </option>
        ))}
      </select>
    </Field>
    <Field id="action" label="Action">
      <select id="action" name="action">
        <option value="">Any</option>
        {OPERATIONS.map((operation) => (
          <option key={operation} value={operation} selected={operation === asked.action}>
            {actionName(operation)}
          </option>
        ))}
      </select>
    </Field>
    <Field id="name" label="Name">
      <input id="name" name="name" value={asked.name} maxLength={MAX_CHARACTERS} autocomplete="off" />
    </Field>
    <Field id="resource" label="Record id">
      <input
        id="resource"
        name="resource"
        class="mono"
        value={asked.resource}
        maxLength={MAX_CHARACTERS}
        autocomplete="off"
        spellcheck={false}
      />
    </Field>
    <div class="buttons">
      <button type="submit" class="primary">
        Filter
      </button>
      {queryOf(asked) === '' ? null : (
        <a class="button" href={activityPath(context)}>
          Clear filters
        </a>
      )}
    </div>
    <Problem name="from" day={asked.from} />
    <Problem name="to" day={asked.to} />
  </form>
);
