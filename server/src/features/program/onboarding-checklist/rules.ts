import type { OnboardingStep } from '@florin/contract/onboarding-checklist';
import type { OnboardingFacts } from './queries.ts';
import { asksForSecondFactor } from '../../../identity/sessions/rules.ts';

export interface Onboarding {
  quantity: number;
  counter: number;
  steps: { step: OnboardingStep; isDone: boolean }[];
}

/** The steps of a business and their state; only a prepaid business adds funds of its own. */
export function onboardingOf(facts: OnboardingFacts, membershipId: string): Onboarding {
  const current = facts.accounts.find(({ id }) => id === membershipId);
  const steps: Onboarding['steps'] = [
    { step: 'connect-bank', isDone: facts.hasBank },
    ...(facts.fundingSource === 'Credit' ? [] : [{ step: 'add-funds' as const, isDone: facts.hasFunds }]),
    { step: 'invite-team', isDone: facts.hasTeam },
    { step: 'issue-card', isDone: facts.hasCard },
    {
      step: 'second-factor',
      isDone: current !== undefined && asksForSecondFactor(facts.mfaEnabled, current, facts.accounts),
    },
    { step: 'read-security-checklist', isDone: facts.hasReadChecklist },
  ];
  return { quantity: steps.length, counter: steps.filter(({ isDone }) => isDone).length, steps };
}
