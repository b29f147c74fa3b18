import type { Success } from '@florin/contract/endpoint';
import type {
  onboardingChecklist,
  OnboardingNeed,
  OnboardingStep,
} from '@florin/contract/program/onboarding-checklist';
import type { OnboardingFacts } from './queries.ts';
import { asksForSecondFactor } from '../../../identity/sessions/rules.ts';

type Onboarding = Success<typeof onboardingChecklist>['body'];

/** A step whose moment is also the sign that it is done. */
const by = (step: OnboardingStep, since: Date | null, isDone = since !== null): Onboarding['steps'][number] => ({
  step,
  isDone,
  doneAt: since?.toISOString() ?? null,
});

/** The same of a step that cannot be taken without something. */
const once = (need: OnboardingNeed | null, step: Onboarding['steps'][number]): Onboarding['steps'][number] =>
  need === null || step.isDone ? step : { ...step, needs: need };

/**
 * The steps of a business and their state, from facts alone. Only a prepaid business adds funds of its own, and funds
 * cards only if they do not spend from its balance.
 */
export function onboardingOf(facts: OnboardingFacts, membershipId: string): Onboarding {
  const current = facts.accounts.find(({ id }) => id === membershipId);
  const isPrepaid = facts.fundingSource !== 'Credit';
  const hasSecondFactor = current !== undefined && asksForSecondFactor(facts.mfaEnabled, current, facts.accounts);
  const holder = facts.hasCardholder ? null : facts.hasInvitedCardholder ? 'REGISTRATION' : 'CARDHOLDER';
  const steps = [
    by('connect-bank', facts.bankSince),
    ...(isPrepaid ? [once(facts.isDepositing ? 'ARRIVAL' : null, by('add-funds', facts.fundsSince))] : []),
    by('invite-team', facts.teamSince),
    by('write-policy', facts.policySince),
    {
      ...once(holder, by('issue-card', facts.cardSince, facts.hasCard)),
      ...(facts.producedFor !== null && { producedFor: facts.producedFor }),
    },
    ...(isPrepaid && !facts.usesBusinessBalance
      ? [once(facts.hasCard ? null : (holder ?? 'CARD'), by('fund-card', facts.cardFundsSince))]
      : []),
    by('second-factor', null, hasSecondFactor),
    by('read-security-checklist', facts.checklistSince),
  ];
  return { quantity: steps.length, counter: steps.filter(({ isDone }) => isDone).length, steps };
}
