// The report as GitHub workflow commands, which show each finding on its line of the pull request.
import { plainText } from '../../base/report/report';
import type { PlacedEdit, Review } from '../review';
import { isBlocking } from '../edits/verdict';
import { listEffects, listHints, formatName, formatTitle, valuesText } from './wording';

interface Annotation {
  kind: 'error' | 'notice';
  title: string;
  text: string;
  file?: string | null | undefined;
  line?: number | null | undefined;
}

export function annotationsReport(review: Review): string {
  const { head, verdict, edits, faults, problems, waiverFile } = review;
  const all: Annotation[] = [
    ...faults.map(({ rule, message, file, line }): Annotation => ({
      kind: 'error',
      title: rule,
      text: message,
      file: inCheckout(file, head),
      line,
    })),
    ...problems.map(({ kind, message }): Annotation => ({
      kind: 'error',
      title: 'Waiver, release or changelog problem',
      text: message,
      file: kind === 'changelog-missing' ? 'spec/CHANGELOG.md' : waiverFile,
    })),
    ...edits.filter(({ level }) => level !== 'compatible').map((edit) => editAnnotation(edit, review)),
  ];
  // GitHub shows the first ten of a job in the pull request.
  const sorted = (['error', 'notice'] as const).flatMap((kind) => all.filter((each) => each.kind === kind));
  return [...sorted.map(workflowCommand), verdict].join('\n');
}

function editAnnotation(edit: PlacedEdit, review: Review): Annotation {
  const { where, fingerprint, inHead } = edit;
  const values = valuesText(edit);
  const effects = listEffects(edit).map(
    ([meaning, operations]) => `${meaning}: ${operations.map(formatName).join(', ')}.`,
  );
  return {
    kind: isBlocking(edit) ? 'error' : 'notice',
    title: formatTitle(edit),
    text: [
      `${where}${values === undefined ? '' : `: ${values}`}.`,
      ...effects,
      ...listHints(edit).map(plainText),
      `Fingerprint ${fingerprint}.`,
    ].join(' '),
    // A removed part is annotated at what contained it, because the pull request shows only the head.
    ...(inHead && { file: inCheckout(inHead.file, review.head), line: inHead.line }),
  };
}

/** A file of a revision has the name of the revision before its path. */
const inCheckout = (file: string | null, revision: string): string | null =>
  file?.startsWith(`${revision}:`) ? file.slice(revision.length + 1) : file;

function workflowCommand({ kind, title, text, file, line }: Annotation): string {
  const properties = { ...(file && { file, ...(line && { line: String(line) }) }), title };
  const list = Object.entries(properties).map(([name, value]) => `${name}=${escapeProperty(value)}`);
  return `::${kind} ${list.join(',')}::${escapeText(text)}`;
}

/** Escapes line breaks and `%`, so that untrusted text cannot start another workflow command. */
const escapeText = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const escapeProperty = (text: string): string =>
  escapeText(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
