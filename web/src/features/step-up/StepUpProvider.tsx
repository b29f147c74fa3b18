import { createContext, lazy, Suspense, useCallback, useContext, useRef, useState, type ReactNode } from 'react';
import { call } from '../../api.ts';
import { useSubmission, type Send } from '../../session/use-submission.ts';

// Most visits need no fresh proof: its dialog is loaded when one is asked for.
const StepUpDialog = lazy(() => import('./StepUpDialog.tsx'));

const ProvenCall = createContext<Send>(call);

/**
 * Lets the calls below it ask for a fresh proof: a call that is answered with STEP_UP_REQUIRED opens the dialog and is
 * repeated once the person has proven themselves again (security design 3.5).
 */
export function StepUpProvider({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const waiting = useRef<((proven: boolean) => void) | null>(null);
  const settle = (proven: boolean) => {
    setOpen(false);
    waiting.current?.(proven);
    waiting.current = null;
  };
  const send: Send = useCallback(async (endpoint, input) => {
    const answer = await call(endpoint, input);
    if (answer.ok || answer.code !== 'STEP_UP_REQUIRED') return answer;
    const proven = await new Promise<boolean>((resolve) => {
      waiting.current?.(false);
      waiting.current = resolve;
      setOpen(true);
    });
    return proven ? call(endpoint, input) : null;
  }, []);
  return (
    <ProvenCall value={send}>
      {children}
      {open && (
        <Suspense>
          <StepUpDialog onProven={() => settle(true)} onCancel={() => settle(false)} />
        </Suspense>
      )}
    </ProvenCall>
  );
}

/** Makes a call that may need a fresh proof; null where the person has called the proof off. */
export const useProvenCall = () => useContext(ProvenCall);

/** The state of a form whose call may need a fresh proof. */
export const useProvenSubmission = () => useSubmission(useProvenCall());
