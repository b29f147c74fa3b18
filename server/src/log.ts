import pino, { type DestinationStream, type Logger } from 'pino';
import * as v from 'valibot';

/**
 * The logged form of an error. Errors have properties with private data (a schema's whole input, a database row), so
 * these are left out. For invalid input the names and rules of the fields are logged, because a schema's message can
 * quote it.
 */
function errorInLog(thrown: unknown): object {
  if (!(thrown instanceof Error)) return { type: typeof thrown };
  const { name, message, stack = '' } = thrown;
  const wrong = v.isValiError(thrown) && thrown.issues.map((issue) => `${v.getDotPath(issue) ?? ''}: ${issue.type}`);
  return {
    type: name,
    message: wrong ? wrong.join(', ') : message,
    code: 'code' in thrown ? thrown.code : undefined,
    stack: stack.split('\n    at ').slice(1).join('\n'),
  };
}

/** The log of the product: one JSON object a line. */
export const createLog = (level: string, to?: DestinationStream): Logger =>
  pino({ level, serializers: { err: errorInLog } }, to ?? pino.destination({ dest: 2, sync: false }));
