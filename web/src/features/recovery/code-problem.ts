import { accessCode } from '@florin/contract/limits';
import type { ResetEntityType } from '@florin/contract/recovery';
import { recoveryWords } from '../../messages/en/recovery.ts';

const words = recoveryWords.reset.verification;

/** The sentence that refuses a code before it is sent, or null (specification, section 5). */
export function codeProblem(entityType: ResetEntityType, code: string): string | null {
  if (entityType === 'BackupCode') return code.trim() === '' ? words.backupRequired : null;
  if (code === '') return words.required;
  return code.length < accessCode.digits ? words.incomplete : null;
}
