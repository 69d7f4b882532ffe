// A review: what changed between two documents, whether the head is sound, and the verdict.
import { type ContractChange, blocks, nameOf } from './change';
import { compareDocuments } from './compare';
import type { OperationCoverage } from './coverage';
import { createFindPlace } from './places';
import type { SoundnessFault } from './soundness';
import type { WrittenDocument } from './sources';
import type { Transcripts } from './transcripts/transcript';
import type { Problem } from './waivers';

/** A change and where it stands in its document; nowhere in files that are too large to say. */
export interface PlacedChange extends ContractChange {
  file: string | null;
  line: number | null;
}

export interface Review {
  base: string;
  head: string;
  /** Whether nothing stands against the change. */
  passes: boolean;
  /** One sentence. */
  verdict: string;
  counts: Record<ContractChange['level'] | 'waived', number>;
  /** Releases first, then what blocks, then the rest. */
  changes: PlacedChange[];
  faults: SoundnessFault[];
  problems: (Problem | { kind: 'changelog-missing'; fingerprint: null; message: string })[];
  /** What stands behind each available operation of this project's own contract. */
  coverage?: OperationCoverage[];
  /** A line that the changelog could have, when callers notice anything. */
  changelogLine: string | undefined;
  /** How base and head answer the examples, where it was asked for. */
  transcripts?: Transcripts;
}

export interface ReviewOptions {
  base: WrittenDocument;
  head: WrittenDocument;
  faults: SoundnessFault[];
  /** What spec/waivers.yaml holds, unchecked. */
  waivers: unknown;
  /** Whether the changelog of this project's own contract got a line; undefined where none is asked for. */
  changelogChanged: boolean | undefined;
  coverage?: OperationCoverage[];
  /** `2026-03-31`. */
  today: string;
}

function countsOf(changes: ContractChange[]): Review['counts'] {
  const counts: Review['counts'] = {
    release: 0,
    breaking: 0,
    waived: 0,
    notice: 0,
    planned: 0,
    compatible: 0,
  };
  for (const change of changes) counts[change.waiver ? 'waived' : change.level]++;
  return counts;
}

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

function verdictOf(changes: ContractChange[], faults: SoundnessFault[], problems: unknown[]): string {
  const against = [
    ...(changes.some(blocks)
      ? [
          `${plural(changes.filter(blocks).length, 'change breaks', 'changes break')} callers of available operations`,
        ]
      : []),
    ...(faults.length > 0
      ? [plural(faults.length, 'fault makes the document unsound', 'faults make the document unsound')]
      : []),
    ...(problems.length > 0
      ? [plural(problems.length, 'thing is missing or out of date', 'things are missing or out of date')]
      : []),
  ];
  if (against.length > 0) return `Blocked: ${against.join('; ')}.`;
  if (changes.length === 0) return 'Passes: callers see no change.';
  const waived = changes.filter(({ waiver }) => waiver !== undefined).length;
  const said =
    waived > 0
      ? `${plural(waived, 'change breaks', 'changes break')} callers of available operations, and ${waived === 1 ? 'is' : 'are'} waived; nothing else breaks`
      : 'nothing breaks';
  return `Passes: ${said}${changes.some(({ rule }) => rule === 'unjudged-changed') ? ' in what is judged' : ''}.`;
}

function suggestLine(changes: ContractChange[]): string | undefined {
  const noticed = changes.filter(
    ({ level }) => level !== 'compatible' || changes.every((change) => change.level === 'compatible'),
  );
  const names = [...new Set(noticed.map(({ operation }) => `\`${nameOf(operation)}\``))];
  if (names.length === 0) return undefined;
  const released = changes
    .filter(({ level }) => level === 'release')
    .map(({ operation }) => `\`${operation.operationId}\``);
  return released.length > 0
    ? `- Released: ${released.join(', ')}.`
    : `- Changed: ${names.slice(0, 10).join(', ')}${names.length > 10 ? ` and ${names.length - 10} more` : ''}.`;
}

const NOWHERE = { file: null, line: null };

/** @throws ReviewError when the documents cannot be compared. */
export function createReview({
  base,
  head,
  faults,
  waivers,
  changelogChanged,
  coverage,
  today,
}: ReviewOptions): Review {
  const compared = compareDocuments(base.document, head.document, { today, waivers });
  const findPlace = {
    base: createFindPlace(base.files, base.document),
    head: createFindPlace(head.files, head.document),
  };
  const changes = compared.changes.map((change): PlacedChange => ({
    ...change,
    ...(findPlace[change.document](change.pointer) ?? NOWHERE),
  }));
  const changelogLine = suggestLine(changes);
  const problems: Review['problems'] = [...compared.problems];
  if (changelogChanged === false && changelogLine !== undefined) {
    problems.push({
      kind: 'changelog-missing',
      fingerprint: null,
      message: 'spec/CHANGELOG.md has no new line: callers would not hear of this.',
    });
  }
  const verdict = verdictOf(changes, faults, problems);
  return {
    base: base.name,
    head: head.name,
    passes: verdict.startsWith('Passes'),
    verdict,
    counts: countsOf(changes),
    changes,
    faults,
    problems,
    ...(coverage ? { coverage } : {}),
    changelogLine,
  };
}
