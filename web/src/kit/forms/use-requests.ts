import { useEffect, useRef } from 'react';

/**
 * Makes the call that a state machine's state asks for, once for each request, and reports its answer.
 * @param perform never rejects: what goes wrong is an answer, too
 */
export function useRequests<R extends object, A>(
  request: R | null,
  perform: (request: R) => Promise<A>,
  onAnswer: (request: R, answer: A) => void,
): void {
  const performed = useRef<R>(null);
  const report = useRef(onAnswer);
  useEffect(() => {
    report.current = onAnswer;
  });
  useEffect(() => {
    if (request === null || performed.current === request) return;
    performed.current = request;
    void perform(request).then((answer) => report.current(request, answer));
  }, [request, perform]);
}
