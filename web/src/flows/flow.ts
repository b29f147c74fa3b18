import type { ErrorBody, ErrorCode, FieldProblem } from '@florin/contract/errors';

/**
 * A flow is a pure function of state and event, written as a table: the effect of each event at each step, and the
 * effect of the answer to each call.
 *
 * A call is part of the state (`request`). The page that renders the state makes the call and reports the answer. Only
 * one call is pending at a time, and an answer to any other request is ignored.
 */
export interface FlowState<C extends Calls> {
  /** `message` is the step's message: why a call failed, or that a code was sent again. */
  view: { step: string; message: object | null };
  request: Request<C> | null;
  /** Set at the end of the flow. The view stays while the browser opens the next page. */
  end: object | null;
}

/** The calls of a flow, each with its input and its answer if it does not fail. */
export type Calls = Readonly<Record<string, { input: object; output: { kind: string } }>>;

/** A call that failed: the server refused it, or did not answer. */
export type Failure = Refusal | { kind: 'network' };
export interface Refusal {
  kind: 'refusal';
  body: ErrorBody;
  correlationId: string | null;
  /** Whole seconds to wait, if the server says so. */
  retryAfterSeconds?: number | null;
}

/** The code of a refusal; null of anything else. */
export const refusalCode = (message: object | null): ErrorCode | null => refusalBody(message)?.Code ?? null;

const refusalBody = (message: object | null): ErrorBody | null =>
  message !== null && 'body' in message ? (message as Refusal).body : null;

/** The problem of a field in the server's VALIDATION answer; null if there is none. */
export function fieldProblem(message: object | null, field: string): FieldProblem | null {
  const body = refusalBody(message);
  if (body?.Code !== 'VALIDATION') return null;
  return body.Fields.find(({ Field }) => Field === field)?.Problem ?? null;
}

export type RequestOf<C extends Calls, K extends keyof C> = { call: K } & C[K]['input'];
export type Request<C extends Calls> = { [K in keyof C]: RequestOf<C, K> }[keyof C];
export type Answer<C extends Calls> = C[keyof C]['output'] | Failure;

/** An answer to `request`, at `now` in milliseconds since 1970. */
export interface Answered<C extends Calls> {
  type: 'answered';
  request: Request<C>;
  answer: Answer<C>;
  now: number;
}

interface Viewed {
  view: { step: string };
}
type Step<S extends Viewed> = S['view']['step'];
/** The state while a step is shown. */
type At<S extends Viewed, K extends Step<S>> = S & { view: { step: K } };
type Handlers<S, E extends { type: string }, From> = {
  [T in E['type']]?: (state: From, event: Extract<E, { type: T }>) => S;
};

export interface FlowTable<C extends Calls, S extends FlowState<C>, E extends { type: string }> {
  /** The effect of an event at a step, while no call is pending. Other events change nothing. */
  steps: { [K in Step<S>]: Handlers<S, E, At<S, K>> };
  /** Events of every step, even while a call is pending. */
  always?: Handlers<S, E, S>;
  /** The effect of an answer on the state, in which no call is pending then. */
  answers: {
    [K in keyof C]: (state: S, answer: C[K]['output'] | Failure, request: RequestOf<C, K>, now: number) => S;
  };
}

export type Flow<C extends Calls, S, E> = (state: S, event: E | Answered<C>) => S;

export function flow<C extends Calls, S extends FlowState<C>, E extends { type: string }>(
  table: FlowTable<C, S, E>,
): Flow<C, S, E> {
  const isAnswer = (event: E | Answered<C>): event is Answered<C> => event.type === 'answered';
  // The compiler cannot know from a table that a key belongs to its entry.
  const answers = table.answers as Record<keyof C, (state: S, answer: unknown, request: unknown, now: number) => S>;
  const always = (table.always ?? {}) as Record<string, ((state: S, event: E) => S) | undefined>;
  const steps = table.steps as Record<string, Record<string, ((state: S, event: E) => S) | undefined>>;
  return (state, event) => {
    if (state.end !== null) return state;
    if (isAnswer(event)) {
      const { request, answer, now } = event;
      return request === state.request
        ? answers[request.call]({ ...state, request: null }, answer, request, now)
        : state;
    }
    const handle = always[event.type] ?? (state.request === null ? steps[state.view.step]?.[event.type] : undefined);
    return handle?.(state, event) ?? state;
  };
}
