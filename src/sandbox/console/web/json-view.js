// Shows a body: JSON, even truncated, indented and colored; other text unchanged.
import { copyButton, element } from './dom.js';

const TOKEN =
  /\s+|("(?:[^"\\]|\\.)*"?)(?=(\s*:)?)|(-?\d[\d.eE+-]*)|(true|false|null)|([{[])|([}\]])|(,)|(:)|[^]/g;

const INDENT = '  ';
/** Coloring longer texts is slow. */
const MAX_COLORED = 200_000;

/** Yields pieces of text with their CSS class. */
function* pieces(text) {
  let depth = 0;
  let opened = false; // directly after an opening brace: an empty object stays on one line
  const line = () => `\n${INDENT.repeat(depth)}`;
  for (const [token, string, colon, number, literal, open, close, comma, between] of text.matchAll(TOKEN)) {
    if (!string && token.trim() === '') continue;
    if (close) {
      depth = Math.max(0, depth - 1);
      yield [opened ? token : line() + token];
      opened = false;
      continue;
    }
    if (opened) yield [line()];
    opened = Boolean(open);
    if (open) depth++;
    if (string) yield [token, colon === undefined ? 'string' : 'name'];
    else if (number) yield [token, 'number'];
    else if (literal) yield [token, 'literal'];
    else if (comma) yield [`,${line()}`];
    else yield [between ? ': ' : token];
  }
}

const looksLikeJson = (text) => /^\s*[{["]/.test(text);

/** Creates a `pre` that scrolls by keyboard, with a copy button. */
export function textBlock(content, label, text) {
  const block = element(
    'pre',
    { tabindex: '0', role: 'region', 'aria-label': label },
    element('code', {}, content),
  );
  return element(
    'div',
    { class: 'code' },
    block,
    copyButton(() => text ?? block.textContent, 'Copy', label),
  );
}

export function bodyBlock(text, label) {
  if (!looksLikeJson(text) || text.length > MAX_COLORED) return textBlock(text, label);
  const spans = [...pieces(text)].map(([piece, kind]) =>
    kind ? element('span', { class: kind }, piece) : piece,
  );
  return textBlock(spans, label);
}
