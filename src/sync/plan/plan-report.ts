// Reports a plan for its review: header, impact ratings, reclassifications, then the other changes.
import type { Plan, PlannedChange } from '../../../generated/files';
import { type Report, type Sentence, type Table, counted, listFacts, markup } from '../../base/report/report';
import {
  type SystemNames,
  formatName,
  ratingTables,
  formatChange,
  approvalFacts,
  leftOutTables,
  planFacts,
  keptTables,
  possibleRenameTables,
} from './report-parts';
import { isReclassification } from './change';
import type { TrippedGuard } from './guards';
import { pluralize, formatCount } from '../../base/text';

function changeTables(heading: string, changes: readonly PlannedChange[], systems: SystemNames): Table[] {
  const rows = changes.map((change) => [
    formatName(change),
    change.operation === 'create' ? '' : change.id,
    change.key,
    change.operation === 'delete' || change.line === undefined ? '' : String(change.line),
    formatChange(change, systems),
  ]);
  return counted({ heading, columns: ['Asset', 'Id', 'Key', 'Line', 'Change'], rows });
}

function ownershipSentences({ adoptions, claimed = [], claims = [] }: Plan): string[] {
  const them = adoptions.length === 1 ? 'it' : 'them';
  const isContested = adoptions.some(({ contested }) => contested);
  const rekeyed = adoptions.filter(({ former_key }) => former_key !== undefined).length;
  const adopted = new Set(adoptions.map(({ id }) => id));
  const written = claims.filter(({ id }) => !adopted.has(id)).length;
  return [
    ...(adoptions.length > 0
      ? [
          `Adopts ${pluralize(adoptions.length, 'existing asset')} by name. ` +
            (isContested
              ? `This source then changes ${them}, and deletes ${them} only with --claim.`
              : `This source then owns ${them}.`) +
            (rekeyed > 0 ? ` ${formatCount(rekeyed)} had a key that is no longer in the source.` : ''),
        ]
      : []),
    ...(claimed.length > 0 ? [`Claims ${pluralize(claimed.length, 'owned asset')} as the only source.`] : []),
    ...(written > 0
      ? [
          `Claims ${pluralize(written, 'owned asset')}: ` +
            'two writes of the letter case of the name show the owner to other sources.',
        ]
      : []),
  ];
}

const keptReason = ({ faults }: Plan): Sentence =>
  faults.some(({ key }) => key === undefined)
    ? markup('They are kept until every row has a readable key and you pass `--delete`.')
    : markup('They are kept until you pass `--delete`.');

export function planReport(plan: Plan, tripped: readonly TrippedGuard[]): Report {
  const { changes, kept, possible_renames: renames, systems = {} } = plan;
  const others = changes.filter((change) => !isReclassification(change));
  const of = (kind: PlannedChange['operation']): PlannedChange[] =>
    others.filter(({ operation }) => operation === kind);
  return {
    title: plan.undoes === undefined ? 'Sync plan' : 'Undo plan',
    summary: [
      ...tripped.map(({ message }) => `Stopped: ${message}`),
      ...ownershipSentences(plan),
      `${formatCount(plan.unchanged.ids.length)} unchanged.`,
    ],
    facts: [
      ...approvalFacts(plan),
      ...listFacts({ Plan: plan.id, 'Undoes plan': plan.undoes }),
      ['Planned', `${plan.made_at} by ${plan.made_by}`],
      ...planFacts(plan),
    ],
    tables: [
      ...leftOutTables(plan.source.rows),
      ...ratingTables('Changed assets by impact rating', changes),
      ...changeTables(
        'Reclassified (moves that change the impact rating)',
        changes.filter(isReclassification),
        systems,
      ).map((table): Table => ({ ...table, isUnlimited: true })),
      ...changeTables('Deleted', of('delete'), systems),
      ...changeTables('Updated', of('update'), systems),
      ...changeTables('Created', of('create'), systems),
      ...possibleRenameTables(renames),
      ...keptTables(kept, keptReason(plan)),
    ],
  };
}
