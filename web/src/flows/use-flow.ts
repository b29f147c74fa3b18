import type { ErrorBody } from '@florin/contract/errors';
import { useEffect, useMemo, useReducer, useRef } from 'react';
import { type CallFailure, StaleAnswer, UnexpectedAnswer } from '../api.ts';
import type { Message } from '../kit/forms/FormMessage.tsx';
import type { Answer, Calls, Failure, Flow, FlowState, Refusal, Request, RequestOf } from './flow.ts';

/** Makes each call of a flow. */
export type Performers<C extends Calls> = {
  [K in keyof C]: (request: RequestOf<C, K>) => Promise<C[K]['output'] | Failure>;
};

interface FlowParts<C extends Calls, S extends FlowState<C>, E> {
  flow: Flow<C, S, E>;
  begin: () => S;
  calls: Performers<C>;
  /** The text of a step's message; null if it is shown at a field. */
  words: (message: NonNullable<S['view']['message']>) => Message | null;
}

/** Runs a flow: returns its state for rendering, and makes the calls that the state requests. */
export function useFlow<C extends Calls, S extends FlowState<C>, E extends { type: string }>({
  flow,
  begin,
  calls,
  words,
}: FlowParts<C, S, E>) {
  const [state, dispatch] = useReducer(flow, null, begin);
  const { request, end } = state;
  const { message } = state.view;

  /** The request that was made last: a component that renders twice makes it once. */
  const made = useRef<Request<C> | null>(null);
  useEffect(() => {
    if (request === null || made.current === request) return;
    made.current = request;
    void perform(calls, request).then((answer) => dispatch({ type: 'answered', request, answer, now: Date.now() }));
  }, [request, calls]);

  return {
    state,
    dispatch: dispatch as (event: E) => void,
    /** The same object for as long as it is the same message. */
    message: useMemo(() => (message === null ? null : words(message)), [message, words]),
    /** A call is pending, or the flow has ended. */
    isBusy: request !== null || end !== null,
  };
}

/** Never rejects: a failure is an answer, too. */
async function perform<C extends Calls>(calls: Performers<C>, request: Request<C>): Promise<Answer<C>> {
  try {
    return await calls[request.call](request);
  } catch (error) {
    if (error instanceof StaleAnswer) return refusal('SESSION_CHANGED', error);
    return error instanceof UnexpectedAnswer ? refusal('UNEXPECTED', error) : { kind: 'network' };
  }
}

const refusal = (Code: 'SESSION_CHANGED' | 'UNEXPECTED', { message, correlationId }: CallFailure): Refusal => ({
  kind: 'refusal',
  body: { Code, Message: message },
  correlationId,
});

type Refused = { ok: false; body: ErrorBody; correlationId: string | null; retryAfterSeconds: number | null };

/** Converts an answer of the contract to one of a flow: the `output` of an accepted call, or else the refusal. */
export function outcome<A extends { ok: true } | Refused, O>(
  answer: A,
  output: (answer: Extract<A, { ok: true }>) => O,
): O | Refusal {
  return answer.ok ? output(answer as Extract<A, { ok: true }>) : refused(answer);
}

export const refused = ({ body, correlationId, retryAfterSeconds }: Refused): Refusal => ({
  kind: 'refusal',
  body,
  correlationId,
  retryAfterSeconds,
});
