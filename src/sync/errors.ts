// Why a sync cannot go on, as sentences for the person who runs it, each with the file and line that it is about.
// Text for a terminal.

/** A place in a file of the caller's. */
export interface FileFault {
  file: string;
  line?: number;
  message: string;
}

export const faultText = ({ file, line, message }: FileFault): string =>
  line === undefined ? `${file} ${message}.` : `${file}:${line}: ${message}`;

/** What the exit status says. Documented in the README and in `sync --help`. */
export const EXIT = { converged: 0, error: 1, pending: 2, partial: 3, guard: 4, stale: 5 } as const;

export class SyncError extends Error {
  readonly lines: readonly string[];

  /** Takes a sentence, or a list with a sentence for each line. */
  constructor(
    sentences: string | readonly string[],
    readonly exitStatus: number = EXIT.error,
  ) {
    const lines = [sentences].flat();
    super(lines.join('\n'));
    this.lines = lines;
    this.name = 'SyncError';
  }
}

export const fileErrors = (faults: FileFault[]): SyncError => new SyncError(faults.map(faultText));
export const fileError = (file: string, message: string, line?: number): SyncError =>
  fileErrors([{ file, message, ...(line === undefined ? {} : { line }) }]);

/** Names, sources and servers are other people's: a terminal must not act on what they say. */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '?');
