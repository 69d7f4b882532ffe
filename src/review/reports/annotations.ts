// The report as GitHub workflow commands, which show each finding on its line of the pull request.
import { isBlocking } from '../changes';
import type { PlacedChange, Review } from '../review';
import { operationText, titleOf, valuesText } from './wording';

interface Annotation {
  kind: 'error' | 'notice';
  title: string;
  text: string;
  file?: string | null | undefined;
  line?: number | null | undefined;
}

/** The number of annotations of one kind that GitHub shows. */
const MAX_SHOWN = 10;

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
      title: 'Waiver or changelog problem',
      text: message,
      file: kind === 'changelog-missing' ? 'spec/CHANGELOG.md' : 'spec/waivers.yaml',
    })),
    ...changes.filter(({ level }) => level !== 'compatible').map((change) => changeAnnotation(change, base)),
  ];
  const commands = [...limitKind(all, 'error'), ...limitKind(all, 'notice')].map(workflowCommand);
  return [...commands, verdict].join('\n');
}

function changeAnnotation(change: PlacedChange, base: string): Annotation {
  const { where, waiver } = change;
  const waiverText = waiver ? ` (waived until ${waiver.expires}: ${waiver.reason})` : '';
  return {
    kind: isBlocking(change) ? 'error' : 'notice',
    title: titleOf(change),
    text: `${operationText(change)}, ${where}${valuesText(change)}${waiverText}`,
    ...locationOf(change, base),
  };
}

/** Removed text has no line in the pull request, so that only its file is annotated. */
function locationOf({ document, file, line }: PlacedChange, base: string): Pick<Annotation, 'file' | 'line'> {
  if (document === 'head') return { file, line };
  return { file: file?.startsWith(`${base}:`) ? file.slice(base.length + 1) : file };
}

function limitKind(all: Annotation[], kind: Annotation['kind']): Annotation[] {
  const ofKind = all.filter((annotation) => annotation.kind === kind);
  if (ofKind.length <= MAX_SHOWN) return ofKind;
  const shown = ofKind.slice(0, MAX_SHOWN - 1);
  const text = `and ${ofKind.length - shown.length} more. The job summary lists all of them.`;
  return [...shown, { kind, title: 'Contract review', text }];
}

function workflowCommand({ kind, title, text, file, line }: Annotation): string {
  const properties = Object.entries({
    ...(file ? { file, ...(line ? { line: String(line) } : {}) } : {}),
    title,
  }).map(([name, value]) => `${name}=${escapeProperty(value)}`);
  return `::${kind} ${properties.join(',')}::${escapeText(text)}`;
}

/** Escapes line breaks and `%`, so that untrusted text cannot start another workflow command. */
const escapeText = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const escapeProperty = (text: string): string =>
  escapeText(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
