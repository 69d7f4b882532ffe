// Shows a body: JSON indented and colored, anything else as it is. JSON that was cut off is indented as far as it goes.
import { copyButton, element } from './dom.js';

const TOKEN =
  /\s+|("(?:[^"\\]|\\.)*"?)(?=(\s*:)?)|(-?\d[\d.eE+-]*)|(true|false|null)|([{[])|([}\]])|(,)|(:)|[^]/g;

const INDENT = '  ';
/** Coloring more than this would be slow, and nobody reads it. */
const MAX_COLORED = 200_000;

/** Pieces of text with the class of each. */
function* pieces(text) {
  let depth = 0;
  let opened = false; // right after a brace: an empty one closes on the same line
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

/** A `pre` that can be scrolled by keyboard, with a button that copies it. */
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
