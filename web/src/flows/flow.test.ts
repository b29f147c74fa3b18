import { describe, expect, test } from 'vitest';
import { fieldProblem, flow, refusalCode, type Refusal, type Request } from './flow.ts';

type Calls = { save: { input: { name: string }; output: { kind: 'saved' } } };
interface State {
  view: { step: 'form' | 'done'; message: object | null };
  request: Request<Calls> | null;
  end: object | null;
}
type Event = { type: 'entered'; name: string } | { type: 'left' } | { type: 'closed' };

const run = flow<Calls, State, Event>({
  steps: {
    form: { entered: (state, { name }) => ({ ...state, request: { call: 'save', name } }) },
    done: { closed: (state) => ({ ...state, end: {} }) },
  },
  always: { left: (state) => ({ ...state, request: null }) },
  answers: {
    save: (state, answer, { name }, now) => ({
      ...state,
      view: answer.kind === 'saved' ? { step: 'done', message: { name, now } } : { ...state.view, message: answer },
    }),
  },
});
const start: State = { view: { step: 'form', message: null }, request: null, end: null };
const enter = (name: string): Event => ({ type: 'entered', name });
const answered = (state: State, request = state.request!) =>
  run(state, { type: 'answered', request, answer: { kind: 'saved' }, now: 7 });

describe('one call at a time', () => {
  const saving = run(start, enter('a'));
  test('a second one is not made while the first is pending', () => {
    expect(saving.request).toEqual({ call: 'save', name: 'a' });
    expect(run(saving, enter('b'))).toBe(saving);
  });
  test('its answer ends it, with the request and the time', () => {
    expect(answered(saving)).toEqual({ ...start, view: { step: 'done', message: { name: 'a', now: 7 } } });
  });
  test('an answer to a cancelled call, or to an earlier identical one, changes nothing', () => {
    const left = run(saving, { type: 'left' });
    expect(left.request).toBeNull();
    expect(answered(left, saving.request!)).toBe(left);
    const again = run(left, enter('a'));
    expect(answered(again, saving.request!)).toBe(again);
    expect(answered(again).view.step).toBe('done');
  });
  test('after a failure it can be repeated', () => {
    const failed = run(saving, { type: 'answered', request: saving.request!, answer: { kind: 'network' }, now: 7 });
    expect(failed).toMatchObject({ view: { step: 'form', message: { kind: 'network' } }, request: null });
    expect(run(failed, enter('a')).request).toEqual({ call: 'save', name: 'a' });
  });
});

test('an event of another step changes nothing, and nothing changes after the end', () => {
  expect(run(start, { type: 'closed' })).toBe(start);
  const done = answered(run(start, enter('a')));
  expect(run(done, enter('b'))).toBe(done);
  const over = run(done, { type: 'closed' });
  expect(over.end).not.toBeNull();
  for (const event of [enter('a'), { type: 'left' } as const]) expect(run(over, event)).toBe(over);
});

test('a refusal has a code, and the problem of a field', () => {
  const body = { Code: 'VALIDATION', Message: '', Fields: [{ Field: 'username', Problem: 'tooLong' }] } as const;
  const refusal = { kind: 'refusal', body, correlationId: null } as unknown as Refusal;
  expect(refusalCode(refusal)).toBe('VALIDATION');
  expect([refusalCode(null), refusalCode({ kind: 'network' })]).toEqual([null, null]);
  expect(fieldProblem(refusal, 'username')).toBe('tooLong');
  expect([fieldProblem(refusal, 'password'), fieldProblem(null, 'username')]).toEqual([null, null]);
});
