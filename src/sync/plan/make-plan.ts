// What would have to be done so that the inventory is as the source says. Pure: nothing is read or written here.
import type { Directory } from '../directory';
import { type Asset, fieldsOf, sameFields, type Snapshot } from '../inventory';
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

const byLine = (one: RowFault, other: RowFault): number => one.line - other.line;

export function makePlan({ source, known, snapshot, directory, inScope, options }: PlanInput): Planned {
  const holders = holdersOf(snapshot.assets);
  const { good, faults: duplicates } = withoutDuplicates(source.desired, source.faults);
  const faults = [...source.faults, ...duplicates].sort(byLine);
  const { identified, conflicts } = identify(good, known, holders, options);

  const rated = (asset: Asset) => directory.ratingOf(asset.cyber_system_id) ?? asset.impact_rating;
  const isMeant = ({ row, asset }: Identified): boolean => inScope(asset?.cyber_system_id) || inScope(row.fields.cyber_system_id);
  const meant = identified.filter(isMeant);

  const rowsByKey = new Set([...source.desired, ...source.faults].map(({ key }) => key));
  const paired = new Set(options.pairs.values());
  const owned = [...known].flatMap(([key, id]) => {
    const asset = holders.byId.get(id);
    return asset && inScope(asset.cyber_system_id) ? [{ key, asset }] : [];
  });
  const missing = owned.filter(({ key, asset }) => !rowsByKey.has(key) && !paired.has(asset.id));
  // A row without a key could be that of any asset.
  const mayDelete = options.delete && !faults.some(({ key }) => key === undefined);

  const changes: Change[] = mayDelete ? missing.map(({ key, asset }) => ({ operation: 'delete', key, id: asset.id, before: fieldsOf(asset), rating: { before: rated(asset) } })) : [];
  const adoptions: Adoption[] = [];
  const unchanged: string[] = [];
  const creates: Identified[] = [];
  for (const one of meant) {
    const { asset, adopted, row } = one;
    const { key, line, fields } = row;
    if (!asset) {
      creates.push(one);
      continue;
    }
    if (adopted) adoptions.push({ key, line, id: asset.id, name: asset.name });
    if (sameFields(asset, fields)) unchanged.push(asset.id);
    else changes.push({ operation: 'update', key, line, id: asset.id, before: fieldsOf(asset), after: fields, rating: { before: rated(asset), after: directory.ratingOf(fields.cyber_system_id)! } });
  }

  const taken = new Set([...known.values(), ...identified.flatMap(({ asset }) => (asset ? [asset.id] : []))]);
  const renames = options.createPossibleRenames ? [] : possibleRenames(creates, snapshot.assets.filter(({ id }) => !taken.has(id)));
  const held = new Set(renames.map(({ key }) => key));
  for (const { row: { key, line, fields }, lost } of creates) {
    if (held.has(key)) continue;
    changes.push({ operation: 'create', key, line, after: fields, rating: { after: directory.ratingOf(fields.cyber_system_id)! }, ...(lost === undefined ? {} : { note: `${lost} is not there any more` }) });
  }

  const { possible, conflicts: nameConflicts } = withoutNameConflicts(changes, holders);
  const isUsable = new Set([...meant.map(({ row }) => row.key), ...owned.filter(({ key }) => rowsByKey.has(key)).map(({ key }) => key)]);
  return {
    changes: inOrder(possible),
    adoptions,
    unchanged,
    kept: mayDelete ? [] : missing.map(({ key, asset }) => ({ key, id: asset.id, name: asset.name })),
    faults,
    conflicts: [...conflicts, ...nameConflicts].sort(byLine),
    possibleRenames: renames,
    forgotten: [...known].flatMap(([key, id]) => (holders.byId.has(id) || rowsByKey.has(key) ? [] : [key])),
    counts: { rows: source.desired.length + source.faults.length + source.leftOut, leftOut: source.leftOut, outOfScope: identified.length - meant.length, owned: owned.length, usable: isUsable.size },
  };
}
