// Text of others in a report stays text: every format has the same elements as with a harmless text.
import type { Marked } from 'marked' with { 'resolution-mode': 'import' };
import { toHtml } from '../../src/base/report/html';
import { code, toMarkdown } from '../../src/base/report/markdown';
import { markup } from '../../src/base/report/report';
import { textLines } from '../../src/base/report/text';
import { HOSTILE, REPORTS, reportWith } from '../support/hostile-reports';

let marked: Marked;
beforeAll(async () => {
  const { Marked } = await import('marked');
  marked = new Marked();
});

const tagsOf = (html: string): string[] =>
  // A change marks what differs, and an empty line has no mark.
  [...html.matchAll(/<(?!\/?(?:del|ins|br)>)(\/?[a-z][\w-]*)((?: [^<>]*)?)>/gi)].map(([, tag, attributes]) =>
    [tag, ...[...attributes!.matchAll(/([\w-]+)="[^"]*"/g)].map(([, name]) => name)].join(' '),
  );
const withoutCode = (html: string): string => html.replace(/<(code|pre)[^>]*>[^]*?<\/\1>/g, '');
const cases = Object.keys(REPORTS).flatMap((name) => HOSTILE.map((text) => [name, text] as const));

it.each(cases)('%s has no element, link, image or mention of %j in Markdown', (name, text) => {
  const [hostile, harmless] = [text, 'x'].map((each) =>
    marked.parse(toMarkdown(REPORTS[name]!(each)), { async: false }),
  );
  // An empty text leaves out parts. Markdown shows an empty cell as a dash.
  if (text.trim() !== '') expect(tagsOf(hostile!)).toEqual(tagsOf(harmless!));
  expect(hostile).not.toMatch(/<(?:a|img|script|h[4-6]|input|hr|blockquote)[ >]|<!--/);
  expect(withoutCode(hostile!)).not.toMatch(/@\w|(?<!&)#\d|GH-\d|:(?:shipit|\+1):|evil\.example"/);
});

it.each(cases)('%s has the same elements and attributes in HTML with %j', (name, text) => {
  const [hostile, harmless] = [text, 'x'].map((each) =>
    [...toHtml(REPORTS[name]!(each))].join('').replace(/<script>[^]*<\/script>/, ''),
  );
  if (text !== '') expect(tagsOf(hostile!)).toEqual(tagsOf(harmless!));
  expect(hostile).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u202e\u2028]/);
});

it.each(HOSTILE)('the code %j is one code span with the text', (text) => {
  const shown = text.replace(/\s+/g, ' ');
  const html = marked.parse(`a ${code(text)} b`, { async: false });
  expect(tagsOf(html)).toEqual(['p', 'code', '/code', '/p']);
  if (shown.trim() !== '' && !/\p{C}/u.test(shown))
    expect(html).toContain(
      `<code>${shown.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;').replace(/'/g, '&#39;')}</code>`,
    );
});

it('splits only markup at backticks, and keeps it in a terminal', () => {
  const report = { ...reportWith('a `b` c'), summary: [markup('Pass `--all`.'), 'a `b` c'] };
  expect(toMarkdown(report)).toContain('Pass `--all`.\n\na \\`b\\` c');
  expect(textLines(report).slice(-2)).toEqual(['Pass `--all`.', 'a `b` c']);
});
