import { numberText } from '../../number-text.ts';

/** The decision of many requests at once, in its dialog. */
export const decideManyWords = {
  title: {
    approve: (number: number) => (number === 1 ? 'Approve 1 request?' : `Approve ${numberText(number)} requests?`),
    reject: (number: number) => (number === 1 ? 'Reject 1 request?' : `Reject ${numberText(number)} requests?`),
  },
  submit: {
    approve: (number: number) => `Approve ${numberText(number)}`,
    reject: (number: number) => `Reject ${numberText(number)}`,
  },
  submitting: { approve: 'Approving', reject: 'Rejecting' },
  done: {
    approve: (number: number) =>
      number === 1 ? '1 request was approved.' : `${numberText(number)} requests were approved.`,
    reject: (number: number) =>
      number === 1 ? '1 request was rejected.' : `${numberText(number)} requests were rejected.`,
  },
  line: (who: string, what: string) => `${who}: ${what}`,
  more: (number: number) => `And ${numberText(number)} more.`,
  funds: (amount: string) => `In all ${amount} goes from the account to the cards.`,
  note: 'Note to all of them',
  notDone: (number: number) =>
    number === 1 ? '1 request was not decided.' : `${numberText(number)} requests were not decided.`,
} as const;
