import { accessCode, registration } from '@florin/contract/limits';
import type { CodePurpose } from '../../db/schema.ts';

interface CodePolicy {
  lifetimeSeconds: number;
  /** Tries at one code until a new one has to replace it; null: only the card's tally limits them. */
  maxTries: number | null;
  /** The column that counts sends, over all flows. */
  countedBy: 'person_id' | 'card_id';
  /**
   * Whether a try counts if there is no code. It counts for a card, which may have no code because the year of birth is
   * required instead. For a person, an expired code is not a failure, because a new one is being sent.
   */
  countsWithoutCode: boolean;
}

const ofPerson: CodePolicy = {
  lifetimeSeconds: accessCode.lifetimeSeconds,
  maxTries: accessCode.maxTries,
  countedBy: 'person_id',
  countsWithoutCode: false,
};

/** The purposes of one-time codes, and the rules of each. The flow is the record that a correct code continues. */
export const codePolicies: Record<CodePurpose, CodePolicy> = {
  /** Flow: `mfa_session`, which is completed. */
  LoginNewDevice: ofPerson,
  /** Flow: `mfa_session`, which is completed; its login's accounts move. */
  LinkLogin: ofPerson,
  /** Flow: `reset_flow`, which is proven. */
  PasswordReset: ofPerson,
  /** Flow: `session`, which is freshly proven. */
  StepUp: ofPerson,
  /** Flow: `contact`, which is confirmed; its code is sent to it and nowhere else. */
  ContactConfirmation: ofPerson,
  /** Flow: `registration`, whose card is proven. */
  Registration: {
    lifetimeSeconds: registration.verificationCodeLifetimeSeconds,
    maxTries: null,
    countedBy: 'card_id',
    countsWithoutCode: true,
  },
};

/**
 * The purposes of secure access codes, which are sent to people; the other purpose is the verification code of a card.
 */
export type AccessCodePurpose = Exclude<CodePurpose, 'Registration'>;

/** A code works for its own flow only. */
export interface CodeFlow<P extends CodePurpose = CodePurpose> {
  purpose: P;
  /** Of the flow's record. */
  id: string;
}

export const policyOf = ({ purpose }: CodeFlow): CodePolicy => codePolicies[purpose];

/** The owner of a code: for its counts, its events and its message. */
export type CodeOwner = { programId: string } & (
  | { personId: string }
  | { cardId: string; businessId: string; lastFour: string }
);
