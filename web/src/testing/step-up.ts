/** A fresh proof in component tests. */
import { expect } from 'vitest';
import { refuse, type Answers } from './answers.ts';
import { screen } from './component.ts';
import { signedIn } from './people.ts';

export const stepUpDialog = screen.getByRole('dialog', { name: 'Confirm that it is you' });

/** A person who proves themselves with the password alone. */
export const provable: Answers = {
  stepUpMethods: { methods: [{ method: 'Password', entityMasked: null }] },
  stepUp: signedIn,
};

/** The first request is refused until the person has proven themselves; the next one gets the answer. */
export function afterProof<T>(answer: T) {
  let isProven = false;
  return () => {
    if (isProven) return answer;
    isProven = true;
    return refuse('STEP_UP_REQUIRED');
  };
}

export async function proveByPassword(): Promise<void> {
  await stepUpDialog.getByLabelText('Current password', { exact: true }).fill('not told here');
  await stepUpDialog.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect.element(stepUpDialog).not.toBeInTheDocument();
}
