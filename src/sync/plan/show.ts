// A plan for people: reclassifications first, each change with what it was and what it will be, what cannot be synced, and the counts.
import { ASSET_FIELDS, type AssetFields, RATINGS } from '../inventory';
import type { RowFault } from '../translate';
import { type FileFault, faultText } from '../errors';
import { type PlannedChange, isMove, isReclassification, isRename, ratingOf } from './change';
import type { TrippedGuard } from './guards';
import type { Plan } from './plan-file';

const MOST = 50;

const CLAIMED = 'a write without a change shows other sources the owner';

type Describe = (systemId: string) => string;

const SIGNS = { create: '+', update: '~', delete: '-' } as const;

function valueOf(fields: AssetFields, field: keyof AssetFields, describe: Describe): string {
  return field === 'cyber_system_id' ? describe(fields.cyber_system_id) : fields[field];
}

function linesOf(change: PlannedChange, describe: Describe): string[] {
  const named = change.operation === 'create' ? change.after.name : change.before.name;
  const place = change.operation === 'delete' || change.line === undefined ? '' : `, line ${change.line}`;
  const head = `  ${SIGNS[change.operation]} ${named}  (${change.operation === 'create' ? '' : `${change.id}, `}key ${change.key}${place})${change.note === undefined ? '' : `: ${change.note}`}`;
  if (change.operation === 'delete') return [head];
  if (change.operation === 'create')
    return [
      head,
      `      ${change.after.asset_type} of ${describe(change.after.cyber_system_id)}, ${change.rating.after}`,
    ];
  const { before, after, rating } = change;
  const changed = ASSET_FIELDS.filter((field) => before[field] !== after[field]).map(
    (field) => `      ${field}: ${valueOf(before, field, describe)} → ${valueOf(after, field, describe)}`,
  );
  return [
    head,
    ...(isReclassification(change) ? [`      impact_rating: ${rating.before} → ${rating.after}`] : []),
    ...changed,
  ];
}

function section(
  title: string,
  changes: readonly PlannedChange[],
  describe: Describe,
  most: number,
): string[] {
  if (changes.length === 0) return [];
  const more =
    changes.length > most
      ? [`  … and ${changes.length - most} more, all in the plan file and with --all`]
      : [];
  return [
    `${title}: ${changes.length}`,
    ...changes.slice(0, most).flatMap((change) => linesOf(change, describe)),
    ...more,
    '',
  ];
}

/** Counts by operation and rating. */
export function countsOf(
  changes: readonly PlannedChange[],
): { operation: string; high: number; medium: number; low: number; total: number }[] {
  const kinds: [string, (change: PlannedChange) => boolean][] = [
    ['create', ({ operation }) => operation === 'create'],
    ['update', ({ operation }) => operation === 'update'],
    ['  rename', isRename],
    ['  move', isMove],
    ['  reclassify', isReclassification],
    ['delete', ({ operation }) => operation === 'delete'],
  ];
  return kinds.map(([operation, is]) => {
    const of = changes.filter(is);
    const [high, medium, low] = RATINGS.map(
      (rating) => of.filter((change) => ratingOf(change) === rating).length,
    ) as [number, number, number];
    return { operation, high, medium, low, total: of.length };
  });
}

const listed = (title: string, lines: readonly string[], most: number): string[] =>
  lines.length === 0
    ? []
    : [
        `${title}: ${lines.length}`,
        ...lines.slice(0, most).map((line) => `  ${line}`),
        ...(lines.length > most
          ? [`  … and ${lines.length - most} more, all in the plan file and with --all`]
          : []),
        '',
      ];

/** Rows of the source that could not be planned, for standard error: by key too, because all of a JSON file may be one line. */
export function rowFaultsOf({ source, faults, conflicts }: Plan, all: boolean): string[] {
  const fault = ({ line, key, message }: RowFault): FileFault => ({
    file: source.file,
    ...(line > 0 ? { line } : {}),
    message: key === undefined ? message : `${message} (key ${key})`,
  });
  const texts = [...faults, ...conflicts]
    .sort((one, other) => one.line - other.line)
    .map((each) => faultText(fault(each)));
  return all || texts.length <= MOST
    ? texts
    : [...texts.slice(0, MOST), `… and ${texts.length - MOST} more, all with --all`];
}

export function showPlan(
  plan: Plan,
  tripped: readonly TrippedGuard[],
  describe: Describe,
  all: boolean,
): string[] {
  const {
    changes,
    adoptions,
    claims = [],
    kept,
    faults,
    possible_renames: renames,
    source,
    unchanged,
  } = plan;
  const most = all ? Infinity : MOST;
  const plain = changes.filter((change) => !isReclassification(change));
  const of = (operation: PlannedChange['operation']): PlannedChange[] =>
    plain.filter((change) => change.operation === operation);
  const rekeyed = adoptions.filter(({ former_key }) => former_key !== undefined).length;
  const adopted = new Set(adoptions.map(({ id }) => id));
  const claimed = claims.filter(({ id }) => !adopted.has(id)).length;
  return [
    ...section(
      'Reclassified: moves that change the impact rating',
      changes.filter(isReclassification),
      describe,
      Infinity,
    ),
    ...section('Deleted', of('delete'), describe, most),
    ...section('Updated', of('update'), describe, most),
    ...section('Created', of('create'), describe, most),
    ...listed(
      'Possible renames, which are neither renamed nor created',
      renames.map(
        ({ key, line, name, id, current }) =>
          `? ${name}  (key ${key}, ${source.file}:${line}) may be ${current} (${id}). If it is: --pair ${JSON.stringify(`${key}=${id}`)}. If none of them is: --create-possible-renames`,
      ),
      most,
    ),
    ...listed(
      `Owned by this source, not in it any more, and kept (--delete deletes them${faults.some(({ key }) => key === undefined) ? ', once no row is left whose key cannot be read' : ''})`,
      kept.map(({ key, id, name }) => `${name}  (${id}, key ${key})`),
      most,
    ),
    ...tripped.map(({ message }) => `Stopped: ${message}`),
    ...(adoptions.length > 0
      ? [
          `${adoptions.length} ${adoptions.length === 1 ? 'asset that is there is' : 'assets that are there are'} adopted by name: this source owns them from then on.${rekeyed > 0 ? ` ${rekeyed} of them had another key before, which the source has no more.` : ''}`,
        ]
      : []),
    ...(claimed > 0
      ? [`${claimed} owned ${claimed === 1 ? 'asset is' : 'assets are'} claimed: ${CLAIMED}.`]
      : []),
    `${unchanged.ids.length} as they should be.`,
  ];
}
