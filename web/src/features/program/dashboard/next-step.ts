import type { onboardingChecklist } from '@florin/contract/program/onboarding-checklist';
import type { Success } from '@florin/contract/endpoint';
import { whyNotPermitted } from '@florin/contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { hasToWait } from '../../../flows/onboarding/has-to-wait.ts';
import { factsOf, isClosed } from '../../../session/account/eligibility.ts';
import { useIsRestricted, usePerson } from '../../../session/person.ts';
import { onboardingQuery } from '../../../session/queries/business-queries.ts';
import { useBanners } from '../../../shell/banners/use-banners.ts';

export type NextStep = Success<typeof onboardingChecklist>['body']['steps'][number];

/**
 * The next step that sets the business up, for administrators who see what needs them. While there is one, its button is
 * the filled one of the page.
 */
export function useNextStep(): { step: NextStep | null; isLoading: boolean } {
  const person = usePerson();
  const restricted = useIsRestricted();
  const mayView =
    whyNotPermitted('balances.view', { role: person.role, flags: person.permissionFlags }) === null &&
    person.role === 'ADMIN';
  const { data, isLoading } = useQuery({
    ...onboardingQuery(),
    enabled: mayView && !isClosed(person) && !restricted,
  });
  const { banners } = useBanners();
  const facts = factsOf(person);
  const step =
    data?.steps.find(
      // What waits for others, or for a step before it, asks for nothing now.
      ({ step: name, isDone, needs = 'CARDHOLDER' }) => !isDone && needs === 'CARDHOLDER' && !hasToWait(name, facts),
    ) ?? null;
  // A banner already asks for the bank account.
  const isBankAsked = banners.some(({ action }) => action?.kind === 'accounts' || action?.kind === 'validate');
  return { step: step?.step === 'connect-bank' && isBankAsked ? null : step, isLoading };
}
