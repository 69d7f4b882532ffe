// What would have to be done so that the inventory is as the source says. Pure: nothing is read or written here.
import type { Directory } from '../directory';
import { type AssetFields, type Rating, type Snapshot, fieldsOf, sameFields } from '../inventory';
import type { RowFault, Translated } from '../map/translate';
import { type Adoption, type Change, inOrder } from './change';
import { withoutDuplicates } from './duplicates';
import { type Identified, type IdentifyOptions, holdersOf, identify } from './identify';
import { withoutNameConflicts } from './names';
import { type PossibleRename, possibleRenames } from './possible-renames';
import type { InScope } from './scope';

export interface PlanOptions extends IdentifyOptions {
  /** Delete what the source owns and has no more. */
  delete: boolean;
  /** Create rows that may be renames too. */
  createPossibleRenames: boolean;
}

export interface PlanInput {
  source: Translated;
  /** Source key → asset id. */
  known: ReadonlyMap<string, string>;
  snapshot: Snapshot;
  directory: Directory;
  inScope: InScope;
  options: PlanOptions;
}

export interface Planned {
  changes: Change[];
  adoptions: Adoption[];
  /** Ids of assets that are as the source says. */
  unchanged: string[];
  /** Assets that the source owns and has no more, and that stay. */
  kept: { key: string; id: string; name: string }[];
  faults: RowFault[];
  conflicts: RowFault[];
  possibleRenames: PossibleRename[];
  /** Keys of assets that neither the source nor the inventory has. */
  forgotten: string[];
  counts: { rows: number; leftOut: number; outOfScope: number; /** In scope. */ owned: number; /** Rows in scope that are an asset, bad ones of known assets too. */ usable: number };
}

/** The rating of a system; of an asset whose system nobody can see its own. */
type RatingOf = (fields: AssetFields & { impact_rating?: Rating }) => Rating;

const byLine = (one: RowFault, other: RowFault): number => one.line - other.line;

interface Differences {
  changes: Change[];
  adoptions: Adoption[];
  unchanged: string[];
}

/** Rows of assets that are there, beside these. */
function differences(identified: readonly Identified[], ratingOf: RatingOf): Differences {
  const found: Differences = { changes: [], adoptions: [], unchanged: [] };
  for (const { asset, adopted, row: { key, line, fields } } of identified) {
    if (!asset) continue;
    if (adopted) found.adoptions.push({ key, line, id: asset.id, name: asset.name });
    if (sameFields(asset, fields)) found.unchanged.push(asset.id);
    else found.changes.push({ operation: 'update', key, line, id: asset.id, before: fieldsOf(asset), after: fields, rating: { before: ratingOf(asset), after: ratingOf(fields) } });
  }
  return found;
}

const creationOf = ({ row: { key, line, fields }, lost }: Identified, ratingOf: RatingOf): Change => ({
  operation: 'create',
  key,
  line,
  after: fields,
  rating: { after: ratingOf(fields) },
  ...(lost === undefined ? {} : { note: `${lost} is not there any more` }),
});

export function makePlan({ source, known, snapshot, directory, inScope, options }: PlanInput): Planned {
  const ratingOf: RatingOf = ({ cyber_system_id, impact_rating }) => directory.ratingOf(cyber_system_id) ?? impact_rating!;
  const holders = holdersOf(snapshot.assets);
  const { good, faults: duplicates } = withoutDuplicates(source.desired, source.faults);
  const { identified, conflicts } = identify(good, known, holders, options);
  const meant = identified.filter(({ row, asset }) => inScope(asset?.cyber_system_id) || inScope(row.fields.cyber_system_id));

  /** Of a bad row it is not always known where its asset is or shall be: then it counts. */
  const systemsOf = new Map(source.desired.map(({ key, fields }) => [key, fields.cyber_system_id]));
  const isMeant = ({ key = '' }: RowFault): boolean => {
    const systems = [holders.byId.get(known.get(key) ?? '')?.cyber_system_id, systemsOf.get(key)].filter((system) => system !== undefined);
    return systems.length === 0 || systems.some(inScope);
  };
  const faults = [...source.faults, ...duplicates];

  const rowsByKey = new Set([...source.desired, ...source.faults].map(({ key }) => key));
  const paired = new Set(options.pairs.values());
  const owned = [...known].flatMap(([key, id]) => {
    const asset = holders.byId.get(id);
    return asset && inScope(asset.cyber_system_id) ? [{ key, asset }] : [];
  });
  const missing = owned.filter(({ key, asset }) => !rowsByKey.has(key) && !paired.has(asset.id));
  // A row without a key could be that of any asset.
  const mayDelete = options.delete && !faults.some(({ key }) => key === undefined);
  const deletions = missing.map(({ key, asset }): Change => ({ operation: 'delete', key, id: asset.id, before: fieldsOf(asset), rating: { before: ratingOf(asset) } }));

  const { changes: updates, adoptions, unchanged } = differences(meant, ratingOf);
  const creates = meant.filter(({ asset }) => !asset);
  const taken = new Set([...known.values(), ...identified.flatMap(({ asset }) => (asset ? [asset.id] : []))]);
  const renames = options.createPossibleRenames ? [] : possibleRenames(creates, snapshot.assets.filter(({ id }) => !taken.has(id)));
  const held = new Set(renames.map(({ key }) => key));
  const creations = creates.filter(({ row }) => !held.has(row.key)).map((one) => creationOf(one, ratingOf));

  const { possible, conflicts: nameConflicts } = withoutNameConflicts([...(mayDelete ? deletions : []), ...updates, ...creations], holders);
  const usable = new Set([...meant.map(({ row }) => row.key), ...owned.filter(({ key }) => rowsByKey.has(key)).map(({ key }) => key)]);
  return {
    changes: inOrder(possible),
    adoptions,
    unchanged,
    kept: mayDelete ? [] : missing.map(({ key, asset }) => ({ key, id: asset.id, name: asset.name })),
    faults: faults.filter(isMeant).sort(byLine),
    conflicts: [...conflicts.filter(isMeant), ...nameConflicts].sort(byLine),
    possibleRenames: renames,
    forgotten: [...known].flatMap(([key, id]) => (holders.byId.has(id) || rowsByKey.has(key) ? [] : [key])),
    counts: { rows: source.desired.length + source.faults.length + source.leftOut, leftOut: source.leftOut, outOfScope: identified.length - meant.length, owned: owned.length, usable: usable.size },
  };
}
