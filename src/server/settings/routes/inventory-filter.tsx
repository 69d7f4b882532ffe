// The filter of the inventory page: its query parameters and its form.
import { dayOf, isDay, notADay } from '../../../base/day';
import { type InventoryFilter, isRating } from '../../history/rows';
import { Field } from '../components';
import type { MemberContext } from '../request-context';

/** The values of the form; empty for a field without a value. */
export interface InventoryQuery {
  as_of: string;
  rating: string;
  facility: string;
}

const RATINGS = {
  'high,medium': 'High and medium',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
};

const MAX_CHARACTERS = 255;

const today = (): string => dayOf(Date.now());

/** Reads the query parameters. The day is today without one, and `problemOf` checks it. */
export function readQuery(query: URLSearchParams): InventoryQuery {
  const rating = query.get('rating') ?? '';
  return {
    as_of: (query.get('as_of') ?? '').trim().slice(0, MAX_CHARACTERS) || today(),
    rating: Object.hasOwn(RATINGS, rating) ? rating : '',
    facility: (query.get('facility') ?? '').trim().slice(0, MAX_CHARACTERS),
  };
}

/** Says why the day is invalid. */
export function problemOf({ as_of: day }: InventoryQuery): string | undefined {
  if (!isDay(day)) return notADay(day);
  return day > today() ? `${day} is in the future. Enter today or an earlier day.` : undefined;
}

export const filterOf = ({ rating, facility }: InventoryQuery): InventoryFilter => ({
  ratings: rating === '' ? undefined : rating.split(',').filter(isRating),
  facility: facility || undefined,
});

/** Returns the query string of the list, or of one of its pages. It omits fields without a value. */
export function queryOf(asked: InventoryQuery, page?: number): string {
  const given = Object.entries({ ...asked, page }).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  );
  return `?${new URLSearchParams(given).toString()}`;
}

export const inventoryPath = ({ here }: MemberContext): string => `/organizations/${here.slug}/inventory`;

interface FilterProps {
  context: MemberContext;
  asked: InventoryQuery;
  /** The names of the facilities of the day. */
  facilities: readonly string[];
  /** Why the day is invalid. */
  problem: string | undefined;
}

export const FilterForm = ({ context, asked, facilities, problem }: FilterProps) => (
  <form
    method="get"
    action={inventoryPath(context)}
    class="filter inventory card"
    role="search"
    aria-label="Filter the inventory"
  >
    <Field id="as_of" label="As of (UTC)">
      <input
        id="as_of"
        name="as_of"
        type="date"
        value={asked.as_of}
        max={today()}
        required
        aria-invalid={problem === undefined ? undefined : 'true'}
        aria-describedby={problem === undefined ? undefined : 'as_of-problem'}
      />
    </Field>
    <Field id="rating" label="Impact rating">
      <select id="rating" name="rating">
        <option value="">Any</option>
        {Object.entries(RATINGS).map(([value, label]) => (
          <option key={value} value={value} selected={value === asked.rating}>
            {label}
          </option>
        ))}
      </select>
    </Field>
    <Field id="facility" label="Facility">
      <select id="facility" name="facility">
        <option value="">Any</option>
        {[...new Set([...facilities, asked.facility])].filter(Boolean).map((name) => (
          <option key={name} value={name} selected={name === asked.facility}>
            {name}
          </option>
        ))}
      </select>
    </Field>
    <div class="buttons">
      <button type="submit" class="primary">
        Show
      </button>
      {asked.rating === '' && asked.facility === '' ? null : (
        <a class="button" href={inventoryPath(context) + queryOf({ ...asked, rating: '', facility: '' })}>
          Clear filters
        </a>
      )}
    </div>
    {problem === undefined ? null : (
      <p class="problem" id="as_of-problem" role="alert">
        {problem}
      </p>
    )}
  </form>
);
