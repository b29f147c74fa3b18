import type { ErrorCode } from '@florin/contract/errors';
import { en } from './en.ts';

/** The answer does not wait longer for its sentence. */
const longestWaitMilliseconds = 3000;

let texts: Partial<Record<ErrorCode, string>> = en.errors;

/** The sentence for a refusal. Until `loadRefusalText` has loaded a rare one, a general sentence stands for it. */
export const refusalText = (code: ErrorCode): string => texts[code] ?? en.errors.UNEXPECTED;

/** Loads the sentence for a refusal, which is not part of the sign-in page. Never fails. */
export async function loadRefusalText(code: ErrorCode): Promise<void> {
  if (texts[code] !== undefined) return;
  try {
    const late = new Promise<null>((resolve) => setTimeout(resolve, longestWaitMilliseconds, null));
    const loaded = await Promise.race([import('./en/refusals.ts'), late]);
    if (loaded) texts = { ...loaded.refusals, ...en.errors };
  } catch {
    // Without a connection the general sentence is shown.
  }
}
