import { accessCode } from '@florin/contract/limits';
import type { ResetEntityType } from '@florin/contract/recovery';
import { codeWords } from '../../../messages/en/one-time-code.ts';
import { recoveryWords } from '../../../messages/en/recovery.ts';
import { strongerWords } from '../../../messages/en/stronger-factors.ts';

const { verification } = recoveryWords.reset;

/** What the field of a code is called, and what is said of a code that is missing or wrong. */
interface FieldWords {
  heading: string;
  label: string;
  required: string;
  invalid: string;
}

/** A code that was sent goes by the specification's name; others are called what the sign-in calls them. */
export function fieldWords(entityType: ResetEntityType): FieldWords {
  const { heading } = strongerWords;
  switch (entityType) {
    case 'Authenticator': {
      const { label, required, refused: invalid } = codeWords.authenticator;
      return { heading: heading.Authenticator, label, required, invalid };
    }
    case 'BackupCode': {
      const { label, required, refused: invalid } = codeWords.backupCode;
      return { heading: heading.BackupCode, label, required, invalid };
    }
    default:
      return verification;
  }
}

/** The sentence that refuses a code before it is sent, or null (specification, section 5). */
export function codeProblem(entityType: ResetEntityType, code: string): string | null {
  if (code.trim() === '') return fieldWords(entityType).required;
  return entityType !== 'BackupCode' && code.length < accessCode.digits ? verification.incomplete : null;
}
