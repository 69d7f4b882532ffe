// The report of a replay: one row for each difference, with the calls that show it and its waiver.
import { groupBy } from '../../base/values';
import { getFingerprint, shorten } from '../model/json';
import type { OperationName } from '../edits/edits';
import { type Waiver, applyWaivers } from '../edits/waivers';
import type { Candidate } from './candidate';
import type { Found } from '../probe/compare-bodies';
import type { Level } from './contract-parts';
import type { CallDifference, RecordingResult } from './replay';

/** A difference with all calls that show it. */
export interface Difference extends Omit<Found, 'part'> {
  fingerprint: string;
  level: Level;
  operation: OperationName;
  /** For example `status`, `header Location` or `body /data/*\/title`. */
  part: string;
  /** The first call that shows it, for example `acme.har #12`. */
  first: string;
  times: number;
  waiver?: Waiver;
}

export type ReplayReport = ReturnType<typeof createReplayReport>;

/** The most severe first. */
export const LEVELS: Level[] = ['breaking', 'provisional', 'equal'];

/** Ids in the path of an unknown operation differ in each recording. */
const ID_SEGMENT = /\/(?:[a-z]{2,10}_[^/?]+|[0-9a-f-]{36}|\d+)(?=[/?]|$)/g;

const getOperation = ({ operation, method, target }: CallDifference): OperationName =>
  operation
    ? { operationId: operation.operationId, method: operation.method, path: operation.path }
    : { operationId: null, method, path: target.split('?')[0]!.replace(ID_SEGMENT, '/{id}') };

function partText({ part: [place, ...names] }: CallDifference): string {
  if (names.length === 0) return place!;
  return place === 'header' ? `header ${names[0]}` : `${place} /${names.join('/')}`;
}

/** Returns a fingerprint that depends on no id, no value of a record and no position. */
function computeFingerprint(difference: CallDifference): string {
  const { kind, recorded, candidate } = difference;
  const values = kind === 'status' || kind === 'error-code' ? [recorded, candidate] : [];
  const { method, path } = getOperation(difference);
  return getFingerprint([method, path, kind, partText(difference), values]);
}

function groupDifferences(results: RecordingResult[]): Difference[] {
  const found = results.flatMap(({ name, differences }) => differences.map((each) => ({ ...each, name })));
  const groups = groupBy(found, (each) => `${each.level} ${computeFingerprint(each)}`);
  const differences = [...groups.values()].map((all): Difference => {
    const [first] = all as [(typeof found)[number]];
    return {
      fingerprint: computeFingerprint(first),
      level: first.level,
      kind: first.kind,
      operation: getOperation(first),
      part: partText(first),
      recorded: shorten(first.recorded),
      candidate: shorten(first.candidate),
      first: `${first.name} #${first.call}`,
      times: all.length,
    };
  });
  return differences.sort((one, other) => LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level));
}

/** Groups equal differences, applies the waivers, and decides whether the replay passes. */
export function createReplayReport(
  { url, kind }: Pick<Candidate, 'url' | 'kind'>,
  results: RecordingResult[],
  /** As a waiver file contains them. */
  waivers: unknown,
  /** For example `2026-03-31`. */
  today: string,
) {
  const applied = applyWaivers(groupDifferences(results), waivers, today);
  const differences: Difference[] = applied.items;
  // Another run with other recordings may use the waiver.
  const problems = applied.problems.filter(({ kind }) => kind !== 'waiver-unused');
  const count = (level: Level): number =>
    differences.filter((each) => each.level === level && each.waiver === undefined).length;
  const counts = {
    breaking: count('breaking'),
    provisional: count('provisional'),
    equal: count('equal'),
    waived: differences.filter(({ waiver }) => waiver !== undefined).length,
  };
  const isSent = results.some(({ sent }) => sent > 0);
  return {
    url,
    kind,
    /** False for a breaking difference without a waiver, for a wrong waiver, and when the replay sent no call. */
    passes: counts.breaking === 0 && problems.length === 0 && isSent,
    counts,
    recordings: results.map((result) => ({ ...result, differences: result.differences.length })),
    differences,
    problems,
  };
}
