// What the activity log says of an import: an entry for each record that is new or changed.
import { type Activity, changesOf } from '../audit/entry';
import type { CollectionName } from '../resources/collection';
import { IMPORT_COLLECTIONS } from './collections';
import { COLLECTIONS } from './content';
import type { Current } from './current';
import type { ImportChange, Plan } from './plan';

type Ratings = ReadonlyMap<string, string | null | undefined>;

const plannedRatings = ({ cyber_systems: { created, updated } }: Plan): Ratings =>
  new Map([...created, ...updated].map(({ id, fields }) => [id, fields['impact_rating']]));

const currentRatings = ({ byId }: Current): Ratings =>
  new Map([...byId].map(([id, row]) => [id, row['impact_rating']]));

/** `systems`: the organization's cyber systems before the import, for the ratings of assets that change their system. */
export function* activitiesOf(plan: Plan, systems: Current): Generator<Activity> {
  const [before, planned] = [currentRatings(systems), plannedRatings(plan)];
  for (const name of COLLECTIONS) {
    for (const change of plan[name].updated) yield updated(name, change, before, planned);
    for (const { id, fields } of plan[name].created) {
      yield about(
        name,
        id,
        `Imported ${fields['name']}.`,
        changesOf(IMPORT_COLLECTIONS[name].columns, {}, fields),
      );
    }
  }
}

function updated(
  name: CollectionName,
  { id, fields, current }: ImportChange,
  before: Ratings,
  planned: Ratings,
): Activity {
  const changes = changesOf(IMPORT_COLLECTIONS[name].columns, current, fields);
  const [left, entered] = [current!['cyber_system_id'], fields['cyber_system_id']];
  if (entered && left !== entered) {
    changes.push(
      ...changesOf(
        ['impact_rating'],
        { impact_rating: before.get(left!) },
        { impact_rating: planned.get(entered) ?? before.get(entered) },
      ),
    );
  }
  return about(name, id, `Updated ${current!.name} by an import.`, changes);
}

const about = (
  name: CollectionName,
  resourceId: string,
  description: string,
  changes: Activity['changes'],
): Activity => ({
  operation: 'imported',
  resourceType: IMPORT_COLLECTIONS[name].resourceType,
  resourceId,
  description,
  changes,
});
