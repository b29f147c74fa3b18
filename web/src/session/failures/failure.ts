import { CallFailure, NetworkFailure } from '../../api.ts';
import { en } from '../../messages/en.ts';
import { Refused } from '../queries/query-client.ts';

interface Described {
  text: string;
  correlationId: string | null;
  /** Neither another try nor support's search for the Error ID changes the answer. */
  isFinal: boolean;
}

/** The sentence for people and the Error ID of something that went wrong; `sentence` is what was tried. */
export function describeFailure(error: unknown, sentence: string): Described {
  if (error instanceof Refused && error.code === 'RESTRICTED')
    return { text: en.errors.RESTRICTED, correlationId: null, isFinal: true };
  const isFinal = false;
  const correlationId = error instanceof CallFailure ? error.correlationId : null;
  if (error instanceof NetworkFailure) return { text: en.failure.network, correlationId, isFinal };
  if (error instanceof Refused) return { text: en.errors[error.code], correlationId, isFinal };
  return { text: sentence, correlationId, isFinal };
}
