// The filter of the activity page, as it stands in the address: for the page, for its next page and for the export.
import type { ActivityFilter } from '../audit/read';
import { RESOURCE_TYPES } from './resource-types';

/** As it was given; empty where nothing was. */
export interface ActivityQuery {
  from: string;
  to: string;
  actor: string;
  type: string;
  resource: string;
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const MAX_CHARACTERS = 128;

const dateIn = (given: string | null): string =>
  given !== null && DATE.test(given) && !Number.isNaN(Date.parse(given)) ? given : '';
const textIn = (given: string | null): string => (given ?? '').trim().slice(0, MAX_CHARACTERS);

/** What cannot be is left out, as if it had not been asked for. */
export function askedIn(query: URLSearchParams): ActivityQuery {
  const type = query.get('type') ?? '';
  return {
    from: dateIn(query.get('from')),
    to: dateIn(query.get('to')),
    actor: textIn(query.get('actor')),
    type: RESOURCE_TYPES.includes(type) ? type : '',
    resource: textIn(query.get('resource')),
  };
}

/** Both days belong to it. */
export const filterOf = ({ from, to, actor, type, resource }: ActivityQuery): ActivityFilter => ({
  since: from === '' ? undefined : `${from}T00:00:00.000Z`,
  until: to === '' ? undefined : `${to}T24`, // after every time of that day
  actorId: actor || undefined,
  resourceType: type || undefined,
  resourceId: resource || undefined,
});

/** As a query, of what was asked for alone, with other values where they are given. */
export function queryOf(
  asked: ActivityQuery,
  other: Partial<ActivityQuery> & { before?: number } = {},
): string {
  const entries = Object.entries({ ...asked, ...other }).flatMap(([name, value]) =>
    value === '' ? [] : [[name, String(value)]],
  );
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries).toString()}`;
}
