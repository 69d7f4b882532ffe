// The verdict: whether a change passes, in one sentence.
import type { Edit } from './edits';
import { pluralize } from '../../base/text';
import { quoted } from '../../base/report/report';
import { REMARKS } from './rules';

/** Returns whether an edit blocks. A waived edit does not block. */
export const isBlocking = ({ level, waiver }: Pick<Edit, 'level' | 'waiver'>): boolean =>
  level === 'breaking' && waiver === undefined;

/** Returns whether an edit breaks only callers of the sandbox: a fixed part of planned operations. */
const breaksPartnersOnly = ({ operations }: Pick<Edit, 'operations'>): boolean =>
  operations.length > 0 && operations.every(({ availability }) => availability === 'planned');

interface Findings {
  edits: Edit[];
  faults: unknown[];
  problems: { kind: string }[];
  /** Whether the policy allows breaking edits, because the major version rises. */
  isAllowed: boolean;
}

export function createVerdict(findings: Findings): { passes: boolean; verdict: string } {
  const blockers = listBlockers(findings);
  const passes = blockers.length === 0;
  const sentence = passes ? `Passed: ${passText(findings)}.` : `Blocked: ${blockers.join('; ')}.`;
  const promises = findings.edits.filter(({ rule }) => rule === 'promise-reworded');
  return { passes, verdict: [sentence, ...readText(promises)].join(' ') };
}

/** The report shows the others below the verdict. */
export const MAX_READ = 2;

/** Returns the sentences that a reviewer must read, with their former wording. */
function readText(promises: Edit[]): string[] {
  if (promises.length === 0) return [];
  const shown = promises.slice(0, MAX_READ).map(({ before, after }) => {
    const [old, current] = [before, after].map(quoted);
    if (after === null) return `${old} (removed)`;
    return `${current} (${before === null ? 'new' : `was ${old}`})`;
  });
  const more = promises.length - shown.length;
  return [`Read: ${shown.join('; ')}${more > 0 ? `; and ${pluralize(more, 'more sentence')}` : ''}`];
}

function listBlockers({ edits, faults, problems, isAllowed }: Findings): string[] {
  const breaking = isAllowed ? [] : edits.filter(isBlocking);
  const forPartners = breaking.filter(breaksPartnersOnly).length;
  const forCallers = breaking.length - forPartners;
  const counted = (count: number, whom: string) =>
    count > 0 ? [`${pluralize(count, 'edit breaks', 'edits break')} ${whom}`] : [];
  const listed = (kind: RegExp, singular: string) => {
    const { length } = problems.filter((problem) => kind.test(problem.kind));
    return length > 0 ? [pluralize(length, singular)] : [];
  };
  return [
    ...counted(forCallers, 'callers'),
    ...counted(forPartners, 'sandbox partners'),
    ...(faults.length > 0 ? [pluralize(faults.length, 'new document error')] : []),
    ...listed(/^waiver/, 'waiver problem'),
    ...listed(/^release/, 'missing part of a release'),
    ...listed(/^changelog/, 'missing changelog line'),
  ];
}

function passText({ edits }: Findings): string {
  if (edits.length === 0) return 'no change is visible to callers';
  const places = new Set(edits.map(({ pointer }) => pointer)).size;
  if (edits.every(({ rule }) => rule === 'words-changed' || rule === 'promise-reworded'))
    return `only the wording changes, in ${pluralize(places, 'place')}`;
  if (edits.every(({ rule }) => REMARKS.has(rule)))
    return `no message changes, only words, examples and annotations, in ${pluralize(places, 'place')}`;
  const allowed = edits.filter(isBlocking).length;
  if (allowed > 0)
    return `${pluralize(allowed, 'breaking edit is', 'breaking edits are')} allowed by the new major version`;
  const waived = edits.filter(({ waiver }) => waiver !== undefined).length;
  const text =
    waived > 0
      ? `${pluralize(waived, 'breaking edit is', 'breaking edits are')} waived, no other breaking edits`
      : 'no breaking edits';
  const hasUnjudged = edits.some(({ rule }) => rule === 'unjudged-changed');
  return hasUnjudged ? `${text} in the evaluated parts` : text;
}
