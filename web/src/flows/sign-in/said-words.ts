import { en } from '../../messages/en.ts';
import { passkeyWords } from '../../messages/en/passkey.ts';
import { refusalWords, type SaidWords } from '../../session/refusal-words.ts';
import type { Said } from './sign-in.ts';

/** The sentence for what a view has to tell (specification, section 8). */
export function saidWords(said: Said): SaidWords {
  switch (said.kind) {
    case 'network':
      return { severity: 'error', text: en.login.network, correlationId: null };
    case 'resent': {
      const { resentByEmail, resentByText } = en.login.code;
      return { severity: 'success', text: said.type === 'Email' ? resentByEmail : resentByText, correlationId: null };
    }
    case 'passkeyFailed':
      return { severity: 'error', text: passkeyWords[said.reason], correlationId: null };
    case 'refusal':
      return refusalWords(said.error, said.correlationId);
  }
}

/** The sentence for one field of a VALIDATION answer; null when it does not name the field. */
export function fieldRefusal(said: Said | null, field: string): string | null {
  if (said?.kind !== 'refusal' || said.error.Code !== 'VALIDATION') return null;
  const problem = said.error.Fields.find(({ Field }) => Field === field)?.Problem;
  return problem === undefined ? null : en.fieldProblems[problem];
}
