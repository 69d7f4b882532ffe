// Knex writes to standard output, where results belong, unless it is told otherwise. What it says of connections it throws as well.
import { escapeControls } from '../escape-controls';

const toStandardError = (message: unknown): void =>
  void process.stderr.write(`${escapeControls(String(message))}\n`);

export const KNEX_LOG = {
  warn: () => {},
  error: () => {},
  deprecate: toStandardError,
  debug: toStandardError,
};
