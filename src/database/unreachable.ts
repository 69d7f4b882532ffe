// Whether an error says that the database cannot be reached now: it starts, fails over, or the network is away. Other
// errors, for example of a password, do not pass.
import { ApiError } from '../base/errors';

/** Of the network, and of PostgreSQL: connections (08), too many connections, shutdown and startup; of SQLite: locked. */
const CODES =
  /^(E(CONNREFUSED|CONNRESET|NOTFOUND|AI_AGAIN|TIMEDOUT|HOSTUNREACH|NETUNREACH|PIPE)|08\w{3}|53300|57P0[123]|25006|SQLITE_BUSY)$/;
const MESSAGES = /^(Connection terminated|timeout expired|timeout exceeded)/;

interface Cause {
  code?: unknown;
  syscall?: unknown;
  message?: unknown;
  cause?: unknown;
  errors?: unknown;
}

export function isUnreachable(error: unknown): boolean {
  if (Array.isArray(error)) return error.some(isUnreachable);
  if (typeof error !== 'object' || error === null) return false;
  const { code, syscall, message, cause, errors } = error as Cause;
  if (error instanceof ApiError) return error.code === 'unavailable' && isUnreachable(cause);
  return (
    CODES.test(String(code)) ||
    syscall === 'connect' ||
    MESSAGES.test(String(message)) ||
    isUnreachable(cause) ||
    isUnreachable(errors)
  );
}
