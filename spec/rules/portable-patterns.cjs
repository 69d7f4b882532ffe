// portable-patterns: a pattern compiles and means the same in JavaScript with and without the `u` flag, Python,
// Java and Go, and generators can make examples from it. `\p{…}`, `\s`, `.`, lookarounds, codes of characters and quotes
// do not. A rule about such characters is a named format.
const { hasType } = require('./types.cjs');

/** Escapes that all engines share. */
const ESCAPES = /^\\[\^$\\.*+?()[\]{}|/]$/;
/** Splits a pattern into escapes, openings of groups, classes and single characters. */
const PARTS = /\\[\s\S]|\(\?[^)]?[=!<]?|\[\^?|[\s\S]/gu;

/** Characters beyond U+FFFF are two units without the `u` flag. */
const ASTRAL = ['\u{10400}', '\u{1f50c}', '\u{e0041}', '\u{10ffff}'];
const BMP = Array.from({ length: 0x10000 }, (_none, unit) => String.fromCharCode(unit)).filter((text) =>
  text.isWellFormed(),
);
/** Single characters, alone and between letters. */
const SAMPLES = [...BMP, ...ASTRAL].flatMap((text) => [text, `a${text}a`]);

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

/** Many schemas share a pattern, and a sample has 130,000 texts. */
const faults = new Map();

module.exports = () => ({
  Schema({ pattern, ...schema }, ctx) {
    if (typeof pattern !== 'string' || !hasType(schema, 'string')) return;
    if (!faults.has(pattern)) faults.set(pattern, faultOf(pattern));
    const fault = faults.get(pattern);
    if (fault !== undefined)
      ctx.report({
        message: `The pattern is not portable: ${fault}`,
        location: ctx.location.child('pattern'),
      });
  },
});
