import { businessCreditLine, businessSettings, outstandingFees } from '@florin/contract/business';
import { primaryCreditBank } from '@florin/contract/external-accounts';
import { onboardingChecklist } from '@florin/contract/onboarding-checklist';
import { queryOptions } from '@tanstack/react-query';
import { ask, keyOf } from './queries.ts';

/** What the shell asks about the business of an administrator. Keys carry the epoch: a switch asks anew. */
export const primaryBankQuery = () =>
  queryOptions({
    queryKey: keyOf('primary-credit-bank'),
    queryFn: async ({ signal }) => (await ask(primaryCreditBank, {}, signal)).primaryBank,
  });

export const creditLineQuery = () =>
  queryOptions({
    queryKey: keyOf('credit-line'),
    queryFn: async ({ signal }) => (await ask(businessCreditLine, {}, signal)).amount,
  });

export const businessSettingsQuery = () =>
  queryOptions({
    queryKey: keyOf('business-settings'),
    queryFn: ({ signal }) => ask(businessSettings, {}, signal),
  });

export const outstandingFeesQuery = () =>
  queryOptions({
    queryKey: keyOf('outstanding-fees'),
    queryFn: ({ signal }) => ask(outstandingFees, {}, signal),
  });

export const onboardingQuery = () =>
  queryOptions({
    queryKey: keyOf('onboarding-checklist'),
    queryFn: ({ signal }) => ask(onboardingChecklist, {}, signal),
  });
