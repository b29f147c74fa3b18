import { passkeyOptions } from '@florin/contract/factors';
import { stepUp } from '@florin/contract/step-up';
import { useState } from 'react';
import { passkeyWords } from '../../messages/en/passkey.ts';
import { provePasskey } from '../../session/passkey.ts';
import { renewSession } from '../../session/renew.ts';
import { useSubmission } from '../../session/use-submission.ts';
import type { Method } from './proof-problem.ts';

interface Proof {
  method: Method;
  password: string;
  /** As typed; empty for a passkey and for the password alone. */
  code: string;
}
/** What the refusal was about. */
type Fault = 'password' | 'code' | null;

const codeRefusals: ReadonlySet<string> = new Set([
  'InvalidCodeFormat',
  'MFA_INVALID_CODE',
  'MFA_CODE_EXPIRED',
  'MFA_MAX_ATTEMPT_LIMIT_REACHED',
]);

/** Sends the proof; on success the session is issued anew and `onProven` is called. */
export function useStepUp(onProven: () => void) {
  const submission = useSubmission();
  const [refused, setRefused] = useState<Fault>(null);
  const [waiting, setWaiting] = useState(false);

  /** The browser's answer to fresh options; null where there is none, which has then been said. */
  const passkeyOf = async () => {
    const options = await submission.submit(passkeyOptions, { body: {} });
    if (options?.ok !== true) return null;
    setWaiting(true);
    const outcome = await provePasskey(options.body.options);
    setWaiting(false);
    if (outcome.ok) return outcome.passkey;
    submission.say({ severity: 'error', text: passkeyWords[outcome.reason], correlationId: null });
    return null;
  };

  const prove = async ({ method, password, code }: Proof): Promise<Fault> => {
    if (waiting) return null;
    setRefused(null);
    const passkey = method === 'Passkey' ? await passkeyOf() : undefined;
    if (passkey === null) return null;
    const answer = await submission.submit(stepUp, {
      body: { password, method, ...(passkey ? { passkey } : {}), ...(code === '' ? {} : { code }) },
    });
    if (answer === null) return null;
    if (answer.ok) {
      renewSession(answer.body.epoch);
      onProven();
      return null;
    }
    const fault = answer.code === 'INVALID_CREDENTIALS' ? 'password' : codeRefusals.has(answer.code) ? 'code' : null;
    if (fault === 'password') submission.say(null);
    setRefused(fault);
    return fault;
  };
  return {
    pending: submission.pending || waiting,
    message: submission.message,
    refused,
    prove,
    forgetRefusal: () => setRefused(null),
  };
}
