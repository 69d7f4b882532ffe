// The filter of the activity page: its query parameters, its database filter and its form.
import type { ActorNames } from '../../audit/names';
import type { Activity } from '../../audit/entry';
import type { ActivityFilter } from '../../audit/read';
import { toEnd, isDay, notADay } from '../../../base/day';
import { escapeControls } from '../../../base/text';
import { DayInput, Input, LinkButton, Problem, Select, Submit } from '../components';
import { pathTo } from '../layout';
import { formatQuery, textIn } from '../responses';
import type { MemberContext } from '../site';

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

/** Formats `role_updated` as `Role updated`, and `cyber-asset` as `Cyber asset`. */
const getTitle = (word: string): string =>
  word.charAt(0).toUpperCase() + word.slice(1).replaceAll(/[_-]/g, ' ');

export const typeName = (type: string): string => (type === 'api-key' ? 'API key' : getTitle(type));

const MAX_CHARACTERS = 128;

/** The values of the form; empty for a field without a value. */
type ActivityQuery = ReturnType<typeof readQuery>;

/** Reads the query parameters. Ignores an unknown type or action; `findProblem` checks the days. */
export function readQuery(query: URLSearchParams) {
  const text = (name: string): string => textIn(query, name, MAX_CHARACTERS);
  const known = (name: string, values: readonly string[]): string =>
    values.find((value) => value === query.get(name)) ?? '';
  return {
    from: text('from'),
    to: text('to'),
    actor: text('actor'),
    type: known('type', RESOURCE_TYPES),
    resource: text('resource'),
    name: text('name'),
    action: known('action', OPERATIONS),
  };
}

/** Says why a day is invalid. */
const problemOfDay = (day: string): string | undefined =>
  day === '' || isDay(day) ? undefined : notADay(day);

/** Says why a day of the filter is invalid. */
export const findProblem = ({ from, to }: ActivityQuery): string | undefined =>
  problemOfDay(from) ?? problemOfDay(to);

/** Returns the database filter. Both days are inclusive. */
export const toFilter = ({ from, to, ...asked }: ActivityQuery): ActivityFilter => ({
  since: from === '' ? undefined : `${from}T00:00:00.000Z`,
  until: to === '' ? undefined : toEnd(to),
  actorId: asked.actor || undefined,
  resourceType: asked.type || undefined,
  resourceId: asked.resource || undefined,
  name: asked.name || undefined,
  operation: asked.action || undefined,
});

const ACTOR_TYPES: Record<string, string> = { api_key: 'API key', operator: 'Operator', user: 'User' };

export const actorTypeName = (type: string): string => ACTOR_TYPES[type] ?? type;

/** Returns the options of the filter by actor: the name, or the id with its type. Equal labels show their ids. */
function actorOptions(names: ActorNames, chosen: string): [string, string][] {
  const options = [...names].map(([actor, name]): [string, string] => {
    const [type = '', ...rest] = actor.split(' ');
    const id = rest.join(' ');
    return [id, name ?? `${escapeControls(id)} (${actorTypeName(type)})`];
  });
  const labeled = options.map(([id, label]): [string, string] => {
    const isUnique = options.filter(([, other]) => other === label).length === 1;
    return [id, isUnique ? label : `${label} (${escapeControls(id)})`];
  });
  const isListed = chosen === '' || labeled.some(([id]) => id === chosen);
  return isListed ? labeled : [...labeled, [chosen, escapeControls(chosen)]];
}

export interface FilterProps {
  context: MemberContext;
  asked: ActivityQuery;
  names: ActorNames;
}

const ANY = ['', 'Any'] as const;
const TYPE_OPTIONS = RESOURCE_TYPES.map((type) => [type, typeName(type)] as const);
const ACTION_OPTIONS = OPERATIONS.map((operation) => [operation, getTitle(operation)] as const);

export function FilterForm({ context, asked, names }: FilterProps) {
  const path = pathTo('activity', context.here);
  const { actor, type, action, name, resource } = asked;
  const text = { maxLength: MAX_CHARACTERS, autocomplete: 'off' };
  return (
    <form method="get" action={path} class="filter card" role="search" aria-label="Filter the activity">
      <DayInput name="from" label="From" value={asked.from} problem={problemOfDay(asked.from)} />
      <DayInput name="to" label="To" value={asked.to} problem={problemOfDay(asked.to)} />
      <Select name="actor" label="Actor" options={[ANY, ...actorOptions(names, actor)]} chosen={actor} />
      <Select name="type" label="Record type" options={[ANY, ...TYPE_OPTIONS]} chosen={type} />
      <Select name="action" label="Action" options={[ANY, ...ACTION_OPTIONS]} chosen={action} />
      <Input name="name" label="Name" value={name} {...text} />
      <Input name="resource" label="Record id" class="mono" value={resource} spellcheck={false} {...text} />
      <div class="buttons">
        <Submit text="Filter" class="primary" />
        {formatQuery(asked) === '' ? null : <LinkButton text="Clear filters" href={path} />}
      </div>
      <Problem of="from" text={problemOfDay(asked.from)} />
      <Problem of="to" text={problemOfDay(asked.to)} />
    </form>
  );
}
