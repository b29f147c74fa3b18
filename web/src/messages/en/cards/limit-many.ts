import { policyLimits } from '@florin/contract/cards/policies/spend-rules';
import { lastDigits } from '../../last-digits.ts';
import { numberText } from '../../number-text.ts';

const cards = (count: number) => (count === 1 ? '1 card' : `${numberText(count)} cards`);
const verb = (count: number, one: string, several: string) => `${numberText(count)} ${count === 1 ? one : several}`;

/** The parts of a sentence about many cards, without those that are about none. */
const sentences = (parts: readonly (string | false)[]) => parts.filter((part) => part !== false).join(' ');

/** How many cards get the limit, how many wait for a second administrator, and how many are refused. */
interface Counts {
  done: number;
  waiting: number;
  refused: number;
}

/** Setting the same limit on many cards. */
export const limitManyWords = {
  title: (count: number) => `Set a limit on ${cards(count)}`,
  text: 'It replaces the limit that each card began with, also where its policy was renamed. All other policies stay in force.',
  amountMissing: 'Amount is required',
  amountFormat: 'Please enter an amount such as 120.00.',
  checking: 'Checking each card…',
  would: ({ done, waiting, refused }: Counts, limit: string) =>
    sentences([
      done === 0 ? 'No card gets this limit now.' : `${verb(done, 'card gets', 'cards get')} a limit of ${limit}.`,
      waiting > 0 && `${verb(waiting, 'needs', 'need')} the approval of a second administrator.`,
      refused > 0 && `${verb(refused, 'is', 'are')} refused.`,
    ]),
  did: ({ done, waiting, refused }: Counts, limit: string) =>
    sentences([
      done === 0 ? 'No card got this limit.' : `${verb(done, 'card has', 'cards have')} a limit of ${limit} now.`,
      waiting > 0 &&
        `We have asked the other administrators about ${cards(waiting)}. Once one of them has approved, please set the limit again.`,
      refused > 0 && `${verb(refused, 'was', 'were')} refused.`,
    ]),
  reasons: 'Cards that do not get it now',
  closed: 'Closed',
  gone: 'Not among your cards anymore',
  tooManyPolicies: `Has ${numberText(policyLimits.policiesPerCard)} policies already, the most that a card can have`,
  second: 'Would allow more than now, so a second administrator has to approve',
  own: 'Your own card, so another administrator has to allow more',
  otherReason: 'The limit could not be set',
  because: (reason: string, last4: readonly string[]) => `${reason}: ${last4.map(lastDigits).join(', ')}`,
  submit: 'Set limit',
  submitting: 'Setting the limit',
  cancel: 'Cancel',
  close: 'Done',
} as const;
