// Formats a plan for people: reclassifications first, then the other changes, held rows, guards and counts.
import { type FileFault, countOf, faultText, formatCount } from '../errors';
import { ASSET_FIELDS, type AssetFields, RATINGS } from '../inventory';
import type { RowFault } from '../translate';
import { type PlannedChange, isMove, isReclassification, isRename, ratingOf } from './change';
import type { TrippedGuard } from './guards';
import type { Plan } from './plan-file';

const MAX_SHOWN = 50;

type Describe = (systemId: string) => string;

const SIGNS = { create: '+', update: '~', delete: '-' } as const;

function linesOf(change: PlannedChange, describe: Describe): string[] {
  const { operation } = change;
  const name = operation === 'create' ? change.after.name : change.before.name;
  const id = operation === 'create' ? '' : `${change.id}, `;
  const line = operation === 'delete' || change.line === undefined ? '' : `, line ${change.line}`;
  const note = change.note === undefined ? '' : `: ${change.note}`;
  const head = `  ${SIGNS[operation]} ${name}  (${id}key ${change.key}${line})${note}`;
  if (operation === 'delete') return [head];
  if (operation === 'create') {
    const system = describe(change.after.cyber_system_id);
    return [head, `      ${change.after.asset_type} of ${system}, ${change.rating.after}`];
  }
  const { before, after, rating } = change;
  const valueOf = (fields: AssetFields, field: keyof AssetFields): string =>
    field === 'cyber_system_id' ? describe(fields.cyber_system_id) : fields[field];
  const changed = ASSET_FIELDS.filter((field) => before[field] !== after[field]).map(
    (field) => `      ${field}: ${valueOf(before, field)} → ${valueOf(after, field)}`,
  );
  const reclassified = isReclassification(change)
    ? [`      impact_rating: ${rating.before} → ${rating.after}`]
    : [];
  return [head, ...reclassified, ...changed];
}

function section<Item>(
  title: string,
  items: readonly Item[],
  format: (item: Item) => string[],
  maximum: number,
): string[] {
  if (items.length === 0) return [];
  const hidden = items.length - maximum;
  return [
    `${title}: ${formatCount(items.length)}`,
    ...items.slice(0, maximum).flatMap(format),
    ...(hidden > 0 ? [`  … and ${formatCount(hidden)} more. To show all, pass \`--all\`.`] : []),
    '',
  ];
}

/** Counts the changes by operation and rating. */
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

/** Returns the rows that cannot be planned. They show their keys, because a JSON file may be one line. */
export function rowFaultsOf({ source, faults, conflicts }: Plan, all: boolean): string[] {
  const fault = ({ line, key, message }: RowFault): FileFault => ({
    file: source.file,
    ...(line > 0 ? { line } : {}),
    message: key === undefined ? message : `${message} (key ${key})`,
  });
  const texts = [...faults, ...conflicts]
    .sort((one, other) => one.line - other.line)
    .map((each) => faultText(fault(each)));
  const hidden = texts.length - MAX_SHOWN;
  return all || hidden <= 0
    ? texts
    : [...texts.slice(0, MAX_SHOWN), `… and ${formatCount(hidden)} more. To show all, pass \`--all\`.`];
}

export function showPlan(
  plan: Plan,
  tripped: readonly TrippedGuard[],
  describe: Describe,
  all: boolean,
): string[] {
  const { changes, adoptions, claims = [], kept, faults, possible_renames: renames, source } = plan;
  const maximum = all ? Infinity : MAX_SHOWN;
  const format = (change: PlannedChange): string[] => linesOf(change, describe);
  const others = changes.filter((change) => !isReclassification(change));
  const of = (kind: PlannedChange['operation']): PlannedChange[] =>
    others.filter(({ operation }) => operation === kind);
  const deletion = faults.some(({ key }) => key === undefined)
    ? 'every row has a readable key and you pass `--delete`'
    : 'you pass `--delete`';
  const rekeyed = adoptions.filter(({ former_key }) => former_key !== undefined).length;
  const adopted = new Set(adoptions.map(({ id }) => id));
  const claimed = claims.filter(({ id }) => !adopted.has(id)).length;
  return [
    ...section(
      'Reclassified (moves that change the impact rating)',
      changes.filter(isReclassification),
      format,
      Infinity,
    ),
    ...section('Deleted', of('delete'), format, maximum),
    ...section('Updated', of('update'), format, maximum),
    ...section('Created', of('create'), format, maximum),
    ...section(
      'Possible renames, not applied',
      renames,
      ({ key, line, name, id, current }) => [
        `  ? ${name}  (key ${key}, ${source.file}:${line}) may be ${current} (${id}).`,
        `      To rename the asset, pass --pair ${JSON.stringify(`${key}=${id}`)}.` +
          ' To create all of these rows, pass --create-possible-renames.',
      ],
      maximum,
    ),
    ...section(
      `No longer in the source, kept until ${deletion}`,
      kept,
      ({ key, id, name }) => [`  ${name}  (${id}, key ${key})`],
      maximum,
    ),
    ...tripped.map(({ message }) => `Stopped: ${message}`),
    ...(adoptions.length > 0
      ? [
          `Adopts ${countOf(adoptions.length, 'existing asset')} by name. This source then owns ` +
            `${adoptions.length === 1 ? 'it' : 'them'}.` +
            (rekeyed > 0 ? ` ${formatCount(rekeyed)} had a key that is no longer in the source.` : ''),
        ]
      : []),
    ...(claimed > 0
      ? [
          `Claims ${countOf(claimed, 'owned asset')}: ` +
            'a write without changes shows the owner to other sources.',
        ]
      : []),
    `${formatCount(plan.unchanged.ids.length)} unchanged.`,
  ];
}
