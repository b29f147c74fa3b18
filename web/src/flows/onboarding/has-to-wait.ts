import { whyNot, whyNotNow, type EligibilityFacts } from '@florin/contract/eligibility';
import type { Permission } from '@florin/contract/permissions';
import type { OnboardingStep } from '@florin/contract/program/onboarding-checklist';

const permissionOf: Partial<Record<OnboardingStep, Permission>> = {
  'add-funds': 'transfers.make',
  'invite-team': 'invites.send',
  'issue-card': 'cards.issue',
  'fund-card': 'card-funding.run',
};

/**
 * Whether a step has to wait, so that nobody is asked to take it. A suspended business connects a bank only to end its
 * suspension, which its banner asks for.
 */
export function hasToWait(step: OnboardingStep, facts: EligibilityFacts): boolean {
  if (step === 'connect-bank') return whyNot('money.move', facts) === 'BUSINESS_SUSPENDED';
  const permission = permissionOf[step];
  return permission !== undefined && whyNotNow(permission, facts) !== null;
}
