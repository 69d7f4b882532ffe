// Shows a body by its media type: JSON, even truncated, indented and colored; other text as it came.
import { csvTable } from './csv-table.js';
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

const JSON_TYPE = 'application/json';
const isJson = (type) => /^[^;]*[/+]json\s*(?:;|$)/i.test(type);
const isCsv = (type) => /^text\/csv\b/i.test(type);

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

/** Returns the file name of a `Content-Disposition` (RFC 6266). */
export function fileNameOf(disposition = '') {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '') ?? [];
  const [, quoted, token] = /filename=(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition ?? '') ?? [];
  return encoded ? decodeURIComponent(encoded) : (quoted?.replace(/\\(.)/g, '$1') ?? token);
}

/** Creates a button that saves a body under its file name. */
const downloadButton = (content, fileName) =>
  element(
    'button',
    {
      type: 'button',
      onclick: () => {
        const href = URL.createObjectURL(content);
        element('a', { href, download: fileName }).click();
        URL.revokeObjectURL(href);
      },
    },
    'Download ',
    element('span', { class: 'mono' }, fileName),
  );

/** `type` is the Content-Type. A body with a `fileName` can be saved; `blob` has its bytes. */
export function bodyBlock(text, label, { type = JSON_TYPE, fileName, blob } = {}) {
  if (isJson(type)) return jsonBlock(text, label);
  return element(
    'div',
    { class: 'text-body' },
    textBlock(text, label),
    isCsv(type) && csvTable(text, label),
    fileName && downloadButton(blob ?? new Blob([text], { type }), fileName),
  );
}

function jsonBlock(text, label) {
  if (text.length > MAX_COLORED) return textBlock(text, label);
  const spans = [...pieces(text)].map(([piece, kind]) =>
    kind ? element('span', { class: kind }, piece) : piece,
  );
  return textBlock(spans, label);
}
