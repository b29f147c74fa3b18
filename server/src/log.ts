import pino, { type DestinationStream, type Logger } from 'pino';
import * as v from 'valibot';

/**
 * What a log keeps of what was thrown. Errors carry what they are about (a schema's the whole input, a database's the row),
 * and that is nobody's to read: their own properties stay out. Of input that does not fit, the fields' names and rules are
 * kept, since a schema's message can quote it.
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
