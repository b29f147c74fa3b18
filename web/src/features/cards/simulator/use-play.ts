import type { Endpoint, Input, Success } from '@florin/contract/endpoint';
import { useState } from 'react';
import { call, StaleAnswer } from '../../../api.ts';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { Refused } from '../../../session/queries/query-client.ts';
import { refetchSimulator } from './queries.ts';

/**
 * Makes a call of the simulator. What goes wrong is shown over the page; the lists are fetched again in either case.
 * @param failed the sentence for what has no sentence of its own
 */
export function usePlay(failed: string) {
  const [playing, setPlaying] = useState(0);
  async function play<const E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Success<E>['body'] | null> {
    setPlaying((count) => count + 1);
    try {
      const answer = await call(endpoint, input);
      if (!answer.ok) throw new Refused(answer.body, answer.correlationId);
      return answer.body;
    } catch (error) {
      if (!(error instanceof StaleAnswer)) showSnackbar(errorMessage(error, failed));
      return null;
    } finally {
      setPlaying((count) => count - 1);
      await refetchSimulator();
    }
  }
  return { play, isPlaying: playing > 0 };
}
