// portable-patterns: a pattern compiles and means the same in JavaScript with and without the `u` flag, Python,
// Java and Go, and generators can make examples from it. `\p{…}`, `\s`, `.`, lookarounds, codes of characters and quotes
// do not. A rule about such characters is a named format.
const { hasType } = require('./types.cjs');

/** Escapes that all engines share. */
const ESCAPES = /^\\[\^$\\.*+?()[\]{}|/]$/;
/** Splits a pattern into escapes, openings of groups, classes and single characters. */
const PARTS = /\\[\s\S]|\(\?[^)]?[=!<]?|\[\^?|[\s\S]/gu;

/**
 * Characters beyond U+FFFF, alone and between letters: they are two units without the `u` flag. Every other character
 * is one unit with and without the flag, and a pattern of ASCII characters treats it the same.
 */
const SAMPLES = ['\u{10400}', '\u{1f50c}', '\u{e0041}', '\u{10ffff}'].flatMap((text) => [text, `a${text}a`]);

function unportablePart(pattern) {
  let inClass = false;
  return (pattern.match(PARTS) ?? []).find((part) => {
    if (part.startsWith('\\')) return !ESCAPES.test(part);
    if (!/^[ -~]/.test(part) || part === '"') return true;
    if (inClass) {
      if (part === ']') inClass = false;
      return part === '[' || part === '[^';
    }
    if (part.startsWith('[')) inClass = true;
    return part === '.' || (part.startsWith('(?') && part !== '(?:');
  });
}

/** Returns what a pattern has that engines read differently; undefined for a portable one. */
function faultOf(pattern) {
  const part = unportablePart(pattern);
  if (part !== undefined) return `${part} does not mean the same in every engine.`;
  try {
    const [plain, unicode] = ['', 'u'].map((flags) => new RegExp(pattern, flags));
    const sample = SAMPLES.find((text) => plain.test(text) !== unicode.test(text));
    return sample === undefined
      ? undefined
      : `With and without the u flag, ${JSON.stringify(sample)} differs.`;
  } catch (error) {
    return error.message;
  }
}

module.exports = () => ({
  Schema({ pattern, ...schema }, ctx) {
    if (typeof pattern !== 'string' || !hasType(schema, 'string')) return;
    const fault = faultOf(pattern);
    if (fault !== undefined)
      ctx.report({
        message: `The pattern is not portable: ${fault}`,
        location: ctx.location.child('pattern'),
      });
  },
});
