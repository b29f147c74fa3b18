import { accessCode, registration } from '@florin/contract/limits';
import type { CodePurpose } from '../../db/schema.ts';

interface CodePolicy {
  lifetimeSeconds: number;
  /** Tries at one code, before a new one has to take its place; null: the tally of the card alone bounds them. */
  maxTries: number | null;
  /** The column by which sends are counted, over all flows. */
  countedBy: 'person_id' | 'card_id';
  /**
   * Whether a try counts where there is no code that it could be for. It does on a card, which may have no code at all because
   * the year of birth is asked for; on a person an expired code is no failure, because a new one is on its way.
   */
  countsWithoutCode: boolean;
}

const ofPerson: CodePolicy = {
  lifetimeSeconds: accessCode.lifetimeSeconds,
  maxTries: accessCode.maxTries,
  countedBy: 'person_id',
  countsWithoutCode: false,
};

/** What one-time codes are sent for, and the rules of each. The flow is the record that a right code moves on. */
export const codePolicies: Record<CodePurpose, CodePolicy> = {
  /** Flow: `mfa_session`, which is completed. */
  LoginNewDevice: ofPerson,
  /** Flow: `reset_flow`, which is proven. */
  PasswordReset: ofPerson,
  /** Flow: `session`, which is freshly proven. */
  StepUp: ofPerson,
  /** Flow: `contact`, which is confirmed; its code goes there and nowhere else. */
  ContactConfirmation: ofPerson,
  /** Flow: `registration`, whose card is proven. */
  Registration: {
    lifetimeSeconds: registration.verificationCodeLifetimeSeconds,
    maxTries: null,
    countedBy: 'card_id',
    countsWithoutCode: true,
  },
};

/** Purposes of secure access codes, which are sent to people; the other is the verification code of a card. */
export type AccessCodePurpose = Exclude<CodePurpose, 'Registration'>;

/** A code of one flow is nothing to another. */
export interface CodeFlow<P extends CodePurpose = CodePurpose> {
  purpose: P;
  /** Of the flow's record. */
  id: string;
}

export const policyOf = ({ purpose }: CodeFlow): CodePolicy => codePolicies[purpose];

/** Whom a code counts against, whom its events are about, and in whose name its message goes out. */
export type CodeOwner = { programId: string } & (
  | { personId: string }
  | { cardId: string; businessId: string; lastFour: string }
);
