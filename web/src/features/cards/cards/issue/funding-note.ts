import * as v from 'valibot';
import { keepForm, takeForm } from '../../../../session/kept-forms/kept-forms.ts';
import { leftOpenAbout } from '../../../../session/kept-forms/use-kept-form.ts';

/*
 * What is to be put on a card that was issued, until it is there. A reload or the end of the session in between leaves it
 * to the next time that the sheet opens. It is kept as forms are (decision 072), in its key, so that reading it keeps it.
 */

const Note = v.object({
  cardId: v.string(),
  last4: v.string(),
  /** Cents. */
  amount: v.number(),
});
export type FundingNote = v.InferOutput<typeof Note>;

const word = 'first-funding';
const keyOf = (note: FundingNote) => `${word} ${JSON.stringify(note)}`;

export const noteFunding = (userId: string, note: FundingNote): void =>
  keepForm(keyOf(note), { userId, base: null, values: null });

export const forgetFunding = (userId: string, note: FundingNote): void =>
  void takeForm(keyOf(note), userId, null, () => true);

/** What was left behind; null if everything is where it belongs. */
export function leftFunding(): FundingNote | null {
  const found = v.safeParse(Note, leftOpenAbout(word));
  return found.success ? found.output : null;
}
