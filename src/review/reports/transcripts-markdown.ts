// Transcripts for a comment: folded, the different ones first, and as many as it has room for.
import type { Message, Transcript, Transcripts } from '../transcripts/transcript';
import { exampleText, messageLines, summaryOf, transcriptsTitle } from './transcripts-text';
import { operationText } from './words';

/** The room of a comment has 65,536 characters; this much is kept for what else may be there. */
const ROOM = 60_000;

/** Neither HTML nor Markdown, which a summary does not read and a list does. */
const escape = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .slice(0, 300)
    .replace(/[&<>`*_{}[\]()#|~!\\@]/g, (character) => `&#${character.charCodeAt(0)};`);

/** A block that no text of a document can end: its fence is longer than any in it. */
function block(lines: string[]): string[] {
  const text = lines.join('\n');
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}http`, text, fence];
}

const answer = (side: string, message: Message | null): string[] => [
  '',
  `**${side}**`,
  '',
  ...(message ? block(messageLines(message)) : ['Not asked: it is not there.']),
];

const titleOf = (transcript: Transcript): string =>
  `<code>${escape(operationText(transcript))}</code>: <code>${escape(exampleText(transcript))}</code>`;

function details(transcript: Transcript): string {
  const { request, base, head } = transcript;
  return [
    '',
    `<details><summary>${titleOf(transcript)}</summary>`,
    '',
    ...block(messageLines(request)),
    ...answer('Base', base),
    ...answer('Head', head),
    '',
    '</details>',
  ].join('\n');
}

const line = (transcript: Transcript, summary: string): string =>
  `- ${titleOf(transcript)} – ${escape(summary)}`;

/** @param length of the report before it. */
export function transcriptsMarkdown(transcripts: Transcripts | undefined, length: number): string {
  if (!transcripts) return '';
  const { list, notes } = transcripts;
  const lines = list.flatMap((transcript) =>
    summaryOf(transcript) === undefined ? [] : [line(transcript, summaryOf(transcript)!)],
  );
  const parts = [
    ...list.filter((transcript) => summaryOf(transcript) === undefined).map(details),
    ...lines.map((text, index) => (index === 0 ? `\n${text}` : text)),
  ];
  const title = [
    '',
    `### ${transcriptsTitle(transcripts)}`,
    ...notes.flatMap((note) => ['', escape(note)]),
  ].join('\n');
  let left = ROOM - length - title.length;
  const fitting = parts.filter((part) => (left -= part.length + 1) > 0);
  const hidden = parts.length - fitting.length;
  return [
    title,
    ...fitting,
    ...(hidden > 0 ? ['', `${hidden} more did not fit; \`--format text\` has them all.`] : []),
    '',
  ].join('\n');
}
