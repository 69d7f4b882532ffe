// Errors of a sync and their exit statuses.
import { CommandError } from '../base/command-error';

/** A problem in a file that the operator supplies. */
export interface FileFault {
  file: string;
  line?: number | undefined;
  message: string;
}

export const faultText = ({ file, line, message }: FileFault): string =>
  line === undefined ? `${file} ${message}.` : `${file}:${line}: ${message}`;

/** Exit statuses of the `sync` commands. The guide and `sync --help` document them. */
export const EXIT = { converged: 0, error: 1, pending: 2, partial: 3, guard: 4, stale: 5 } as const;

/** Stops a sync. Each line is a sentence for the operator. */
export class SyncError extends CommandError {
  override readonly name = 'SyncError';
}

export const fileErrors = (faults: FileFault[]): SyncError => new SyncError(faults.map(faultText));
export const fileError = (file: string, message: string, line?: number): SyncError =>
  fileErrors([{ file, message, line }]);
