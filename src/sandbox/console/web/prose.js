// Renders the Markdown of the contract: paragraphs, `code` and **strong**.
import { element } from './dom.js';

const MARK = /`([^`]+)`|\*\*([^*]+)\*\*/g;

export function inline(text) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(MARK)) {
    const [whole, code, strong] = match;
    parts.push(
      text.slice(end, match.index),
      code === undefined ? element('strong', {}, strong) : element('code', {}, code),
    );
    end = match.index + whole.length;
  }
  return [...parts, text.slice(end)];
}

export const prose = (text = '') =>
  element(
    'div',
    { class: 'prose' },
    text
      .trim()
      .split(/\n(?:[^\S\n]*\n)+/)
      .map((paragraph) => element('p', {}, inline(paragraph))),
  );
