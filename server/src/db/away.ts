/** PostgreSQL ends or refuses connections: shut down, crashed, starting up, too many clients, or too long a transaction. */
const endings = new Set(['57P01', '57P02', '57P03', '53300', '25P04']);
const socketCalls = new Set(['connect', 'read', 'write']);
/** The driver's own errors, which have no code. */
const lostConnection =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed)/;

/**
 * Whether an error of a query means that the database is unreachable at the moment, not that the query is wrong. An
 * interrupted commit may or may not have happened.
 */
export function isDatabaseAway(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code !== undefined && (endings.has(code) || /^08...$/.test(code))) return true;
  if (syscall !== undefined) return socketCalls.has(syscall);
  // One attempt for each address of a host name.
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isDatabaseAway);
  return lostConnection.test(error.message);
}
