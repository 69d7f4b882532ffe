// Transcripts for a terminal: the request once, then both answers, or one line when they are the same.
import type { Message, Transcript, Transcripts } from '../transcripts/transcript';
import { operationText } from './words';

/** `Transcripts (7 requests, 3 answered differently)`. */
export const transcriptsTitle = ({ list }: Transcripts): string =>
  `Transcripts (${list.length} ${list.length === 1 ? 'request' : 'requests'}, ${list.filter(({ same }) => !same).length} answered differently)`;

/** `millbrook`, and whose example it is where only one has it. */
export const exampleText = ({ example, of }: Transcript): string =>
  of === 'both' ? example : `${example} (of the ${of})`;

/** What stands for answers that need not be shown. */
export function summaryOf({ same, head, like }: Transcript): string | undefined {
  if (same && head) return `same answer: ${head.line}`;
  return like === null ? undefined : `answered as ${like}`;
}

/** As it goes over the wire. */
export const messageLines = ({ line, headers, body }: Message): string[] => [
  line,
  ...headers.map(([name, value]) => `${name}: ${value}`),
  ...(body === '' ? [] : ['', ...body.split('\n')]),
];

const indent = (lines: string[], by: number): string[] =>
  lines.map((line) => (line === '' ? '' : ' '.repeat(by) + line));
const answerLines = (side: string, answer: Message | null): string[] => [
  `  ${side}`,
  ...indent(answer ? messageLines(answer) : ['not asked: it is not there'], 4),
];

function transcriptLines(transcript: Transcript): string[] {
  const { request, base, head } = transcript;
  const summary = summaryOf(transcript);
  const answers =
    summary === undefined ? [...answerLines('base', base), ...answerLines('head', head)] : [`  ${summary}`];
  return [
    '',
    `${operationText(transcript)}: ${exampleText(transcript)}`,
    ...indent(messageLines(request), 4),
    ...answers,
  ];
}

export function transcriptsText(transcripts: Transcripts | undefined): string[] {
  if (!transcripts) return [];
  return [
    '',
    transcriptsTitle(transcripts),
    ...transcripts.notes.map((note) => `  ${note}`),
    ...transcripts.list.flatMap(transcriptLines),
  ];
}
