// What a run prints: titles without placeholders, and the difference of two texts instead of both texts.
'use strict';
const { stripVTControlCharacters } = require('node:util');

/** Titles may speak of "an undefined name", and have parts of paths and of schemas: `%2F`, `/$id`, `$ref`. */
const PLACEHOLDER =
  /(?<!\b(?:an|the) |[-\w])undefined(?![-\w])|\[object \w+\]|%[sijopO#]|%[df](?![\da-f])|(?<!\S)\$(?!ref\b)[a-z]\w*(?=[\s,.:;)]|$)/;

/** @throws Error that lists the titles whose row has no value for a part of the title, or one without a text. */
function checkTitles(titles) {
  const wrong = titles.filter((title) => PLACEHOLDER.test(title));
  if (wrong.length > 0)
    throw new Error(`Give each row a value with a text. Titles with placeholders:\n${wrong.join('\n')}`);
}

const MAX_CHARACTERS = 5000;
const BEFORE = 200;
const AFTER = 400;

const leftOut = (count) => (count > 0 ? ` … ${count} characters left out … ` : '');

/** Returns the part of `text` at `index`. */
function partOf(text, index) {
  const from = Math.max(index - BEFORE, 0);
  const to = Math.min(index + AFTER, text.length);
  return leftOut(from) + text.slice(from, to) + leftOut(text.length - to);
}

/** Returns the length of the longest start of `expected` that `received` contains. */
function commonLength(expected, received) {
  let [length, tooLong] = [0, expected.length + 1];
  while (tooLong - length > 1) {
    const middle = Math.floor((length + tooLong) / 2);
    if (received.includes(expected.slice(0, middle))) length = middle;
    else tooLong = middle;
  }
  return length;
}

const EXPECTED_AND_RECEIVED = /^(.*?Expected[^\n:]*: +(?:not )?"?)(.*?)("?\nReceived[^\n:]*: +)(.*)$/s;

/** Returns a long message with the place where its texts differ. Other messages lose their middle. */
function shorten(message) {
  if (message.length <= MAX_CHARACTERS) return message;
  const text = stripVTControlCharacters(message);
  const parts = EXPECTED_AND_RECEIVED.exec(text);
  if (!parts) {
    const [start, end] = [text.slice(0, MAX_CHARACTERS - AFTER), text.slice(-AFTER)];
    return start + leftOut(text.length - MAX_CHARACTERS) + end;
  }
  const [, before, expected, between, received] = parts;
  const length = commonLength(expected, received);
  const start = received.indexOf(expected.slice(0, length));
  return before + partOf(expected, length) + between + partOf(received, start + length);
}

/** Shortens the message of an error, and the copy of it that its stack begins with. */
function shortenError(error) {
  if (typeof error?.stack !== 'string' || error.stack.length <= MAX_CHARACTERS) return;
  const frames = error.stack.search(/\n {4}at /);
  const [head, rest] =
    frames < 0 ? [error.stack, ''] : [error.stack.slice(0, frames), error.stack.slice(frames)];
  error.stack = shorten(head) + rest;
  error.message = shorten(error.message);
}

module.exports = { checkTitles, shortenError };
