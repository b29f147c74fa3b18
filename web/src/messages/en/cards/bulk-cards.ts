import { lastDigits } from '../../last-digits.ts';
import { numberText } from '../../number-text.ts';

const cards = (count: number) => (count === 1 ? '1 card' : `${numberText(count)} cards`);

/** The dialog that changes many cards. */
export const bulkCardsWords = {
  cancel: 'Cancel',
  going: 'One moment…',
  titles: {
    FREEZE: (count: number) => `Freeze ${cards(count)}?`,
    UNFREEZE: (count: number) => `Unfreeze ${cards(count)}?`,
    CLOSE: (count: number) => `Close ${cards(count)}?`,
  },
  texts: {
    FREEZE: 'Purchases are declined until an administrator unfreezes them. Open holds still settle.',
    UNFREEZE: 'Only the freeze by administrators ends. A cardholder’s own freeze stays.',
    CLOSE: 'This cannot be undone. Open holds still settle.',
  },
  would: (done: number, refused: number) =>
    refused === 0
      ? done === 1
        ? 'The card will change.'
        : `All ${cards(done)} will change.`
      : `${cards(done)} will change, ${cards(refused)} will not.`,
  done: (done: number, refused: number) =>
    refused === 0 ? `${cards(done)} changed.` : `${cards(done)} changed, ${cards(refused)} not.`,
  checking: 'Checking each card…',
  refusedLine: (last4: string, reason: string) => `${lastDigits(last4)}: ${reason}`,
  unknownCard: 'unknown card',
  refusedBecause: 'its state does not allow it',
} as const;
