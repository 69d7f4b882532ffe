// Transcripts on the page: the request above, the two answers side by side.
import type { Message, Transcript, Transcripts } from '../transcripts/transcript';
import { exampleText, messageLines, summaryOf, transcriptsTitle } from './transcripts-text';
import { escape, operationText } from './words';

const block = (message: Message): string => `<pre>${escape(messageLines(message).join('\n'))}</pre>`;
const answer = (message: Message | null): string =>
  message ? `<td>${block(message)}</td>` : '<td class="none">Not asked: it is not there.</td>';

function transcriptHtml(transcript: Transcript): string {
  const summary = summaryOf(transcript);
  const answers = `<table><thead><tr><th scope="col">Base</th><th scope="col">Head</th></tr></thead><tbody><tr>${answer(transcript.base)}${answer(transcript.head)}</tr></tbody></table>`;
  const title = `<summary><h3>${escape(operationText(transcript))}: ${escape(exampleText(transcript))}</h3> ${summary === undefined ? 'answered differently' : escape(summary)}</summary>`;
  return `<details${summary === undefined ? ' open' : ''}>${title}${block(transcript.request)}${transcript.like === null ? answers : ''}</details>`;
}

export const transcriptsHtml = (transcripts: Transcripts): string =>
  `<h2>${transcriptsTitle(transcripts)}</h2>${transcripts.notes.map((note) => `<p>${escape(note)}</p>`).join('')}${transcripts.list.map(transcriptHtml).join('\n')}`;
