import type { Endpoint, Input } from '@florin/contract/endpoint';
import type { ErrorBody } from '@florin/contract/errors';
import { useRef, useState } from 'react';
import { call, CallFailure, StaleAnswer, type Answer } from '../../api.ts';
import type { Message } from '../../kit/forms/FormMessage.tsx';
import { errorMessage } from './error-message.ts';

/** Makes a call; null if the person has cancelled it. */
export type Send = <const E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<Answer<E> | null>;

export interface Submission {
  pending: boolean;
  /** The sentence above the button. */
  message: Message | null;
  say: (message: Message | null) => void;
  /** Sends one call at a time. Null without an answer to act on: `message` then says why, if there is a reason. */
  submit: <const E extends Endpoint>(
    endpoint: E,
    input: Input<E>,
    /** Marks the fields of a VALIDATION answer, which then replace the message. */
    refuse?: (fields: ErrorBody<'VALIDATION'>['Fields']) => void,
  ) => Promise<Answer<E> | null>;
}

/** The state of a form that sends: pending, and the sentence for a failure. `send` makes the calls. */
export function useSubmission(send: Send = call): Submission {
  const [pending, setPending] = useState(false);
  const [message, say] = useState<Message | null>(null);
  const busy = useRef(false);
  const submit: Submission['submit'] = async (endpoint, input, refuse) => {
    if (busy.current) return null;
    busy.current = true;
    setPending(true);
    say(null);
    try {
      const answer = await send(endpoint, input);
      if (answer !== null && !answer.ok) {
        const { body } = answer;
        if (body.Code === 'VALIDATION' && refuse) refuse(body.Fields);
        else say(errorMessage(answer));
      }
      return answer;
    } catch (error) {
      say(thrownMessage(error));
      return null;
    } finally {
      busy.current = false;
      setPending(false);
    }
  };
  return { pending, message, say, submit };
}

/**
 * The sentence for a call without an answer; null for an answer to another session, whose page is about to be left.
 * Rethrows every other error.
 */
export function thrownMessage(error: unknown): Message | null {
  if (!(error instanceof CallFailure)) throw error;
  return error instanceof StaleAnswer ? null : errorMessage(error);
}
