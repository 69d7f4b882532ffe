// A review: compares two documents, applies rules and waivers, and decides whether the change passes.
import { type ContractChange, isBlocking, operationName } from './changes';
import { ChangeCollector, type ComparisonContext } from './compare/change-collector';
import { compareOperation } from './compare/operation';
import { SchemaComparison } from './compare/schemas';
import { compareDocuments } from './compare/unjudged';
import type { OperationCoverage } from './coverage';
import { isObject } from './json';
import type { LoadedDocument } from './load';
import { Budget, OpenApiDocument, checkSize } from './model/document';
import { type EffectiveOperation, readOperations } from './model/operations';
import { SchemaResolver } from './model/schema';
import type { Level } from './rules';
import type { DocumentFault } from './soundness';
import { createLocationFinder } from './source-locations';
import type { Transcripts } from './transcripts/transcript';
import { type WaiverProblem, applyWaivers } from './waivers';

/** A change with its file and line. Both are null if the file is too large to search. */
export interface PlacedChange extends ContractChange {
  file: string | null;
  line: number | null;
}

interface ReviewProblem {
  kind: WaiverProblem['kind'] | 'changelog-missing';
  fingerprint: string | null;
  message: string;
}

export interface Review {
  base: string;
  head: string;
  /** Whether nothing blocks the change. */
  passes: boolean;
  /** One sentence. */
  verdict: string;
  counts: Record<Level | 'waived', number>;
  /** Releases first, then breaking changes, then the others. */
  changes: PlacedChange[];
  faults: DocumentFault[];
  problems: ReviewProblem[];
  /** Only for the contract of this project. */
  coverage?: OperationCoverage[];
  /** A suggested line for the changelog, if callers can see a change. */
  changelogLine: string | undefined;
  /** Only on request. */
  transcripts?: Transcripts;
}

interface ReviewOptions {
  base: LoadedDocument;
  head: LoadedDocument;
  faults: DocumentFault[];
  /** The unvalidated content of spec/waivers.yaml. */
  waivers: unknown;
  /** Whether spec/CHANGELOG.md has a new line. Undefined if no line is required. */
  changelogChanged: boolean | undefined;
  coverage?: OperationCoverage[];
  /** For example `2026-03-31`. */
  today: string;
}

/** @throws ReviewError when the documents cannot be compared. */
export function createReview(options: ReviewOptions): Review {
  const { base, head, faults, waivers, changelogChanged, coverage, today } = options;
  const compared = compareContracts(base.document, head.document, today);
  const waived = applyWaivers(compared, waivers, today);
  const findLocation = {
    base: createLocationFinder(base.files, base.document),
    head: createLocationFinder(head.files, head.document),
  };
  const changes = waived.changes.map((change): PlacedChange => ({
    ...change,
    ...(findLocation[change.document](change.pointer) ?? { file: null, line: null }),
  }));
  const changelogLine = suggestChangelogLine(changes);
  const problems: ReviewProblem[] = [...waived.problems];
  if (changelogChanged === false && changelogLine !== undefined) {
    const message = 'spec/CHANGELOG.md has no new line. Describe the change for callers.';
    problems.push({ kind: 'changelog-missing', fingerprint: null, message });
  }
  const blockers = listBlockers(changes, faults, problems);
  return {
    base: base.name,
    head: head.name,
    passes: blockers.length === 0,
    verdict: blockers.length === 0 ? `Passed: ${passText(changes)}.` : `Blocked: ${blockers.join('; ')}.`,
    counts: countChanges(changes),
    changes,
    faults,
    problems,
    ...(coverage ? { coverage } : {}),
    changelogLine,
  };
}

/** Compares two contracts. Returns releases first, then breaking changes, then the others, each by path. */
export function compareContracts(base: unknown, head: unknown, today: string): ContractChange[] {
  if (isObject(base)) checkSize('base', base);
  if (isObject(head)) checkSize('head', head);
  const [baseDocument, headDocument] = [new OpenApiDocument('base', base), new OpenApiDocument('head', head)];
  const budget = new Budget();
  const context: ComparisonContext = {
    base: new SchemaResolver(baseDocument, budget),
    head: new SchemaResolver(headDocument, budget),
    schemas: new SchemaComparison(budget),
    today,
  };
  const [baseOperations, headOperations] = [readOperations(baseDocument), readOperations(headDocument)];
  const availableIds = new Set(
    [...baseOperations.values()].flatMap(({ availability, operationId }) =>
      availability === 'available' && operationId !== null ? [operationId] : [],
    ),
  );
  const changes = pairOperations(baseOperations, headOperations).flatMap(([before, after]) => {
    const collector = new ChangeCollector(context, before, after);
    const operationId = after?.operationId ?? null;
    compareOperation(collector, operationId !== null && availableIds.has(operationId));
    return collector.changes;
  });
  return sortChanges([...changes, ...compareDocuments(context)]);
}

type OperationPair = [base: EffectiveOperation | undefined, head: EffectiveOperation | undefined];

/** Pairs operations by method and path, the remaining ones by method and full path with the server. */
function pairOperations(
  base: Map<string, EffectiveOperation>,
  head: Map<string, EffectiveOperation>,
): OperationPair[] {
  const fullPaths = ({ method, identity, servers }: EffectiveOperation) =>
    servers.paths.map((prefix) => `${method} ${prefix}${identity.slice(identity.indexOf('/'))}`);
  const unpaired = new Map<string, EffectiveOperation>();
  for (const operation of head.values())
    if (!base.has(operation.identity)) for (const path of fullPaths(operation)) unpaired.set(path, operation);
  const paired = new Set<EffectiveOperation>();
  const pairs = [...base.values()].map((before): OperationPair => {
    const candidates = [head.get(before.identity), ...fullPaths(before).map((path) => unpaired.get(path))];
    const after = candidates.find((candidate) => candidate && !paired.has(candidate));
    if (after) paired.add(after);
    return [before, after];
  });
  const added = [...head.values()].filter((after) => !paired.has(after));
  return [...pairs, ...added.map((after): OperationPair => [undefined, after])];
}

const LEVEL_ORDER: Level[] = ['release', 'breaking', 'notice', 'planned', 'compatible'];

function sortChanges(changes: ContractChange[]): ContractChange[] {
  const keyed = changes.map((change) => {
    const { level, operation, where, rule, fingerprint } = change;
    const order = LEVEL_ORDER.indexOf(level);
    return {
      change,
      key: [order, operation.path, operation.method, where, rule, fingerprint].join('\u0000'),
    };
  });
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ change }) => change);
}

const plural = (count: number, singular: string, pluralForm = `${singular}s`): string =>
  `${count} ${count === 1 ? singular : pluralForm}`;

function listBlockers(changes: ContractChange[], faults: unknown[], problems: unknown[]): string[] {
  const breaking = changes.filter(isBlocking).length;
  return [
    ...(breaking > 0 ? [`${plural(breaking, 'breaking change')} to available operations`] : []),
    ...(faults.length > 0 ? [plural(faults.length, 'document error')] : []),
    ...(problems.length > 0 ? [plural(problems.length, 'waiver or changelog problem')] : []),
  ];
}

function passText(changes: ContractChange[]): string {
  if (changes.length === 0) return 'no change is visible to callers';
  const waived = changes.filter(({ waiver }) => waiver !== undefined).length;
  const text =
    waived > 0
      ? `${plural(waived, 'breaking change is', 'breaking changes are')} waived, no other breaking changes`
      : 'no breaking changes';
  const hasUnjudged = changes.some(({ rule }) => rule === 'unjudged-changed');
  return hasUnjudged ? `${text} in the evaluated parts` : text;
}

function countChanges(changes: ContractChange[]): Review['counts'] {
  const counts = { release: 0, breaking: 0, waived: 0, notice: 0, planned: 0, compatible: 0 };
  for (const { waiver, level } of changes) counts[waiver ? 'waived' : level]++;
  return counts;
}

const MAX_CHANGELOG_NAMES = 10;

/** Suggests a changelog line. Compatible changes are listed only if there are no others. */
function suggestChangelogLine(changes: ContractChange[]): string | undefined {
  const released = changes.filter(({ level }) => level === 'release');
  if (released.length > 0)
    return `- Released: ${released.map(({ operation }) => `\`${operation.operationId}\``).join(', ')}.`;
  const notable = changes.filter(({ level }) => level !== 'compatible');
  const listed = notable.length > 0 ? notable : changes;
  const names = [...new Set(listed.map(({ operation }) => `\`${operationName(operation)}\``))];
  if (names.length === 0) return undefined;
  const hidden = names.length - MAX_CHANGELOG_NAMES;
  const more = hidden > 0 ? ` and ${hidden} more` : '';
  return `- Changed: ${names.slice(0, MAX_CHANGELOG_NAMES).join(', ')}${more}.`;
}
