// The report as GitHub's workflow commands, which put each finding on its line of the pull request.
import { type Review, blocks } from '../review';
import { operationText, titleOf, valueText } from './words';

interface Annotation {
  kind: 'error' | 'notice';
  title: string;
  text: string;
  file?: string | null | undefined;
  line?: number | null | undefined;
}

/** GitHub shows so many of each kind; what is past it is counted in the last one. */
const MOST_SHOWN = 10;

/** Text ends at a line break, and `%` begins an escape: a document must not begin a command of its own. */
const escapeText = (text: string): string => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const escapeProperty = (text: string): string => escapeText(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

function command({ kind, title, text, file, line }: Annotation): string {
  const properties = { ...(file ? { file, ...(line ? { line: String(line) } : {}) } : {}), title };
  return `::${kind} ${Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(value)}`).join(',')}::${escapeText(text)}`;
}

function bounded(all: Annotation[], kind: Annotation['kind']): Annotation[] {
  const ofKind = all.filter((annotation) => annotation.kind === kind);
  if (ofKind.length <= MOST_SHOWN) return ofKind;
  const shown = ofKind.slice(0, MOST_SHOWN - 1);
  return [...shown, { kind, title: 'Contract review', text: `and ${ofKind.length - shown.length} more; the whole list is in the job's summary.` }];
}

/** Where a change stands in its document, when that is known. */
type Change = Review['changes'][number] & { file?: string | null; line?: number | null };

function ofChange(change: Change): Annotation {
  const { document, where, before, after, waiver, file, line } = change;
  const values = before === null && after === null ? '' : `: ${valueText(before)} → ${valueText(after)}`;
  const text = `${operationText(change)}, ${where}${values}${waiver ? ` (waived until ${waiver.expires}: ${waiver.reason})` : ''}`;
  // A line of the base is another line in the head, which is what the pull request shows.
  return { kind: blocks(change) ? 'error' : 'notice', title: titleOf(change), text, file, line: document === 'head' ? line : undefined };
}

export function annotationsReport({ verdict, changes, faults, problems }: Review): string {
  const all: Annotation[] = [
    ...faults.map(({ rule, message, file, line }): Annotation => ({ kind: 'error', title: rule, text: message, file, line })),
    ...problems.map(({ message }): Annotation => ({ kind: 'error', title: 'Missing or out of date', text: message })),
    ...changes.filter(({ level }) => level !== 'compatible').map(ofChange),
  ];
  const commands = [...bounded(all, 'error'), ...bounded(all, 'notice')].map(command);
  return [...commands, verdict].join('\n');
}
