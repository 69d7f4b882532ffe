// The report as GitHub's workflow commands, which put each finding on its line of the pull request.
import { blocks } from '../change';
import type { PlacedChange, Review } from '../review';
import { operationText, titleOf, valueText } from './words';

interface Annotation {
  kind: 'error' | 'notice';
  title: string;
  text: string;
  file?: string | null | undefined;
  line?: number | null | undefined;
}

/** GitHub shows so many of each kind; what is past it is counted in the last one. */
const MAX_SHOWN = 10;

/** Text ends at a line break, and `%` begins an escape: a document must not begin a command of its own. */
const escapeText = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const escapeProperty = (text: string): string =>
  escapeText(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

function command({ kind, title, text, file, line }: Annotation): string {
  const properties = { ...(file ? { file, ...(line ? { line: String(line) } : {}) } : {}), title };
  return `::${kind} ${Object.entries(properties)
    .map(([name, value]) => `${name}=${escapeProperty(value)}`)
    .join(',')}::${escapeText(text)}`;
}

function bounded(all: Annotation[], kind: Annotation['kind']): Annotation[] {
  const ofKind = all.filter((annotation) => annotation.kind === kind);
  if (ofKind.length <= MAX_SHOWN) return ofKind;
  const shown = ofKind.slice(0, MAX_SHOWN - 1);
  return [
    ...shown,
    {
      kind,
      title: 'Contract review',
      text: `and ${ofKind.length - shown.length} more; the whole list is in the job's summary.`,
    },
  ];
}

/** What is gone has no line in the pull request's files: it is told on the file in which it stood. */
function placeOf({ document, file, line }: PlacedChange, base: string): Pick<Annotation, 'file' | 'line'> {
  if (document === 'head') return { file, line };
  return { file: file?.startsWith(`${base}:`) ? file.slice(base.length + 1) : file };
}

function ofChange(change: PlacedChange, base: string): Annotation {
  const { where, before, after, waiver } = change;
  const values = before === null && after === null ? '' : `: ${valueText(before)} → ${valueText(after)}`;
  const text = `${operationText(change)}, ${where}${values}${waiver ? ` (waived until ${waiver.expires}: ${waiver.reason})` : ''}`;
  return {
    kind: blocks(change) ? 'error' : 'notice',
    title: titleOf(change),
    text,
    ...placeOf(change, base),
  };
}

export function annotationsReport({ base, verdict, changes, faults, problems }: Review): string {
  const all: Annotation[] = [
    ...faults.map(({ rule, message, file, line }): Annotation => ({
      kind: 'error',
      title: rule,
      text: message,
      file,
      line,
    })),
    ...problems.map(({ kind, message }): Annotation => ({
      kind: 'error',
      title: 'Missing or out of date',
      text: message,
      file: kind === 'changelog-missing' ? 'spec/CHANGELOG.md' : 'spec/waivers.yaml',
    })),
    ...changes.filter(({ level }) => level !== 'compatible').map((change) => ofChange(change, base)),
  ];
  const commands = [...bounded(all, 'error'), ...bounded(all, 'notice')].map(command);
  return [...commands, verdict].join('\n');
}
