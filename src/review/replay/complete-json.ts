// Completes a JSON text that a recording has cut.

/** Removes the last member or item, which may be cut, and closes the open objects and arrays. */
export function completeJson(text: string): string {
  const closing: string[] = [];
  let [end, rest] = [0, ''];
  for (let at = 0, inString = false; at < text.length; at++) {
    const character = text[at]!;
    if (inString) {
      if (character === '\\') at++;
      else if (character === '"') inString = false;
      continue;
    }
    if (character === '"') inString = true;
    if (character === '{') closing.unshift('}');
    if (character === '[') closing.unshift(']');
    if (character === '}' || character === ']') closing.shift();
    if ('{[}],'.includes(character)) [end, rest] = [character === ',' ? at : at + 1, closing.join('')];
  }
  return text.slice(0, end) + rest;
}
