// The filter of the inventory page: its query parameters and its form.
import { toDay, isDay, notADay } from '../../../base/day';
import { type InventoryFilter, isRating } from '../../history/rows';
import { DayInput, LinkButton, Problem, Select, Submit } from '../components';
import { pathTo } from '../layout';
import { formatQuery, textIn } from '../responses';
import type { MemberContext } from '../site';

/** The values of the form; empty for a field without a value. */
export type InventoryQuery = ReturnType<typeof readQuery>;

const RATINGS = { 'high,medium': 'High and medium', high: 'High', medium: 'Medium', low: 'Low' };

const MAX_CHARACTERS = 255;

const today = (): string => toDay(Date.now());

/** Reads the query parameters. The day is today without one, and `findProblem` checks it. */
export function readQuery(query: URLSearchParams) {
  const rating = query.get('rating') ?? '';
  return {
    as_of: textIn(query, 'as_of', MAX_CHARACTERS) || today(),
    rating: Object.hasOwn(RATINGS, rating) ? rating : '',
    facility: textIn(query, 'facility', MAX_CHARACTERS),
  };
}

/** Says why the day is invalid. */
export function findProblem({ as_of: day }: InventoryQuery): string | undefined {
  if (!isDay(day)) return notADay(day);
  return day > today() ? `${day} is in the future. Enter today or an earlier day.` : undefined;
}

export const toFilter = ({ rating, facility }: InventoryQuery): InventoryFilter => ({
  ratings: rating === '' ? undefined : rating.split(',').filter(isRating),
  facility: facility || undefined,
});

interface FilterProps {
  context: MemberContext;
  asked: InventoryQuery;
  /** The names of the facilities of the day. */
  facilities: readonly string[];
  /** Why the day is invalid. */
  problem: string | undefined;
}

export function FilterForm({ context, asked, facilities, problem }: FilterProps) {
  const path = pathTo('inventory', context.here);
  const { as_of, rating, facility } = asked;
  const listed = [...new Set([...facilities, facility])].filter(Boolean);
  return (
    <form
      method="get"
      action={path}
      class="filter inventory card"
      role="search"
      aria-label="Filter the inventory"
    >
      <DayInput name="as_of" label="As of (UTC)" value={as_of} max={today()} required problem={problem} />
      <Select
        name="rating"
        label="Impact rating"
        options={[['', 'Any'], ...Object.entries(RATINGS)]}
        chosen={rating}
      />
      <Select
        name="facility"
        label="Facility"
        options={[['', 'Any'], ...listed.map((name) => [name, name] as const)]}
        chosen={facility}
      />
      <div class="buttons">
        <Submit text="Show" class="primary" />
        {rating === '' && facility === '' ? null : (
          <LinkButton
            text="Clear filters"
            href={path + formatQuery({ ...asked, rating: '', facility: '' })}
          />
        )}
      </div>
      <Problem of="as_of" text={problem} />
    </form>
  );
}
