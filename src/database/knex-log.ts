// Knex writes to standard output, where results belong, unless it is told otherwise. What it says of connections it throws as well.
const toStandardError = (message: unknown): void => void process.stderr.write(`${String(message)}\n`);

export const KNEX_LOG = {
  warn: () => {},
  error: () => {},
  deprecate: toStandardError,
  debug: toStandardError,
};
