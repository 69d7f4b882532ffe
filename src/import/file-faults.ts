// What is wrong with a file that cannot be read, as it is said after its name.

const SENTENCES: Record<string, string> = {
  ENOENT: 'does not exist',
  EISDIR: 'is a folder',
  EACCES: 'may not be read',
  ERR_FS_FILE_TOO_LARGE: 'is too large',
};

/** By an error of the file system. */
export function unreadable(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return SENTENCES[code] ?? `cannot be read: ${message}`;
}

/** By an error of JSON.parse, with the line where that can be told. */
export function notJson(text: string, error: unknown): { message: string; line: number | undefined } {
  const { message } = error as SyntaxError;
  const position = message.startsWith('Unexpected end')
    ? text.length
    : /at position (\d+)/.exec(message)?.[1];
  const line = position === undefined ? undefined : text.slice(0, Number(position)).split('\n').length;
  // Without the excerpt that follows in some messages: a file may hold protected information.
  return {
    message: `is not valid JSON: ${message.replace(/ in JSON at position.*|, \.{3}.*|, ".*/s, '')}`,
    line,
  };
}
