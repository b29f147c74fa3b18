import type { InferOutput } from 'valibot';
import type { StepUpMethod } from '@florin/contract/step-up';
import { accessCode } from '@florin/contract/limits';
import { stepUpWords as words } from '../../messages/en/step-up.ts';

export type Method = InferOutput<typeof StepUpMethod>;

/** The sentence that refuses what was typed as the second proof, or null. */
export function proofProblem(method: Method, code: string): string | null {
  if (method === 'Password' || method === 'Passkey') return null;
  if (method === 'BackupCode') return code.trim() === '' ? words.backupCodeRequired : null;
  if (code === '') return words.codeRequired;
  return code.length < accessCode.digits ? words.codeIncomplete : null;
}
