// Cuts a YAML file into parts of some rows each, when it is written in the plain way: known keys at the left margin, and under each a list.

export interface RowsPart<Key> {
  key: Key;
  text: string;
  /** The line of the file at which the part begins. */
  line: number;
}

const ROWS_IN_PART = 100;

/** Undefined when the file is written in another way, and has to be read as one document. */
export function splitRows<Key extends string>(
  text: string,
  keys: readonly Key[],
): RowsPart<Key>[] | undefined {
  const parts: RowsPart<Key>[] = [];
  const seen = new Set<Key>();
  let key: Key | undefined;
  let indent: string | undefined;
  let rows = 0;
  let [begin, beginLine] = [0, 1];
  const end = (at: number): void => {
    if (key !== undefined && rows > 0) parts.push({ key, text: text.slice(begin, at), line: beginLine });
    rows = 0;
  };

  for (let at = 0, line = 1; at < text.length; line++) {
    const newline = text.indexOf('\n', at);
    const next = newline === -1 ? text.length : newline + 1;
    const content = text.slice(at, next).trimEnd();
    const dash = /^( *)-(?: |$)/.exec(content);
    if (dash && key !== undefined && (indent === undefined || dash[1] === indent)) {
      indent = dash[1];
      if (rows === ROWS_IN_PART) end(at);
      if (rows === 0) [begin, beginLine] = [at, line];
      rows++;
    } else if (/^[^\s#]/.test(content)) {
      const named = keys.find((candidate) => content === `${candidate}:`);
      if (named === undefined || seen.has(named) || (key !== undefined && indent === undefined))
        return undefined;
      end(at);
      seen.add(named);
      [key, indent] = [named, undefined];
    } else if (content !== '' && rows === 0 && !/^\s*#/.test(content)) return undefined; // not a list
    at = next;
  }
  end(text.length);
  return key === undefined || indent === undefined ? undefined : parts;
}
