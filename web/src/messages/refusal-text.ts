import type { ErrorCode } from '@florin/contract/errors';
import { en } from './en.ts';

let texts: Partial<Record<ErrorCode, string>> = en.errors;

/** The sentence for a refusal. Until `loadRefusalText` has loaded a rare one, a general sentence stands for it. */
export const refusalText = (code: ErrorCode): string => texts[code] ?? en.errors.UNEXPECTED;

/** Loads the sentence for a refusal, which is not part of the sign-in page. Never fails. */
export async function loadRefusalText(code: ErrorCode): Promise<void> {
  if (texts[code] !== undefined) return;
  try {
    const { refusals } = await import('./en/refusals.ts');
    texts = { ...refusals, ...en.errors };
  } catch {
    // Without a connection the general sentence is shown.
  }
}
