import type { ErrorBody } from '@florin/contract/errors';
import {
  createContext,
  lazy,
  Suspense,
  useCallback,
  useContext,
  useMemo,
  useRef,
  useState,
  type ReactNode,
} from 'react';
import { call } from '../../api.ts';
import { useSubmission, type Send } from '../../session/failures/use-submission.ts';
import type { Asker } from './purpose.ts';
import type { Method } from './step-up.ts';

// Most visits need no fresh proof, so its dialog is loaded when one is required.
const StepUpDialog = lazy(() => import('./StepUpDialog.tsx'));

interface Proving {
  /** Makes a call, and repeats it after a fresh proof if the call requires one. */
  sendFor: (purpose?: string) => Send;
  /** Opens the dialog for a call; false if the person cancels the proof. */
  prove: (asker: Asker) => Promise<boolean>;
}

const ProvingContext = createContext<Proving>({ sendFor: () => call, prove: () => Promise.resolve(false) });

interface StepUpRequest {
  asker: Asker;
  /** In place of the asker's own. */
  purpose?: string;
  /** The only ways that are accepted here; missing if all are. */
  only?: readonly Method[];
  settle: (proven: boolean) => void;
}

/**
 * Handles fresh proofs for the calls below it: a call that is answered with STEP_UP_REQUIRED opens the dialog and is
 * repeated after the proof (security design 3.5). If card details are held after a change, the dialog asks for a factor
 * that the person has had for longer, if there is one (decision 023).
 */
export function StepUpProvider({ children }: { children: ReactNode }) {
  const [asking, setAsking] = useState<StepUpRequest | null>(null);
  const waiting = useRef<((proven: boolean) => void) | null>(null);
  const ask = useCallback(
    (asker: Asker, { only, purpose }: Pick<StepUpRequest, 'only' | 'purpose'> = {}) =>
      new Promise<boolean>((resolve) => {
        waiting.current?.(false);
        waiting.current = resolve;
        const settle = (proven: boolean) => {
          setAsking(null);
          waiting.current = null;
          resolve(proven);
        };
        setAsking({ asker, settle, ...(only && { only }), ...(purpose && { purpose }) });
      }),
    [],
  );
  const proving = useMemo((): Proving => {
    const sendFor =
      (purpose?: string): Send =>
      async (endpoint, input) => {
        const answer = await call(endpoint, input);
        const asked = answer.ok ? null : proofAskedFor(answer.body);
        if (!asked) return answer;
        if (await ask(endpoint, { ...asked, ...(purpose && { purpose }) })) return call(endpoint, input);
        // Without an older factor, the refusal is returned, with the end of the hold.
        return asked.only ? answer : null;
      };
    return { sendFor, prove: (asker) => ask(asker) };
  }, [ask]);
  return (
    <ProvingContext value={proving}>
      {children}
      {asking && (
        <Suspense>
          <StepUpDialog
            asker={asking.asker}
            purpose={asking.purpose}
            only={asking.only}
            onProven={() => asking.settle(true)}
            onCancel={() => asking.settle(false)}
          />
        </Suspense>
      )}
    </ProvingContext>
  );
}

/** The proof that a refusal requires; null if no proof would change it. */
function proofAskedFor(refusal: ErrorBody): { only?: readonly Method[] } | null {
  if (refusal.Code === 'STEP_UP_REQUIRED') return {};
  if (refusal.Code !== 'HELD_AFTER_CHANGE' || refusal.OlderFactors.length === 0) return null;
  return { only: refusal.OlderFactors };
}

/**
 * Makes a call that may need a fresh proof; null if the person has cancelled the proof.
 * @param purpose the purpose of the proof, as the beginning of a sentence; by default that of the call
 */
export const useProvenCall = (purpose?: string) => useContext(ProvingContext).sendFor(purpose);

/** Asks for a fresh proof; false if the person has cancelled it. */
export const useProof = () => useContext(ProvingContext).prove;

/** The state of a form whose call may need a fresh proof. */
export const useProvenSubmission = (purpose?: string) => useSubmission(useProvenCall(purpose));
