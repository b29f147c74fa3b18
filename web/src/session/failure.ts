import { CallFailure, NetworkFailure } from '../api.ts';
import { en } from '../messages/en.ts';
import { Refused } from './queries.ts';

/** The sentence for people and the Error ID of something that went wrong; `sentence` is what was tried. */
export function describeFailure(error: unknown, sentence: string): { text: string; correlationId: string | null } {
  const correlationId = error instanceof CallFailure ? error.correlationId : null;
  if (error instanceof NetworkFailure) return { text: en.shell.failure.network, correlationId };
  if (error instanceof Refused) return { text: en.errors[error.code], correlationId };
  return { text: sentence, correlationId };
}
