import { businessCreditLine, businessSettings, outstandingFees } from '@florin/contract/business';
import { externalAccounts, primaryCreditBank, type ExternalAccount } from '@florin/contract/external-accounts';
import { onboardingChecklist } from '@florin/contract/onboarding-checklist';
import { queryOptions } from '@tanstack/react-query';
import { ask, keyOf } from './queries.ts';

/** What the shell asks about the business of an administrator. Keys carry the epoch: a switch asks anew. */
export const primaryBankQuery = () =>
  queryOptions({
    queryKey: keyOf('primary-credit-bank'),
    queryFn: async ({ signal }) => (await ask(primaryCreditBank, {}, signal)).primaryBank,
  });

const sendingMilliseconds = 2000;

const isSending = (accounts: readonly ExternalAccount[] | undefined) =>
  accounts?.some(({ validation }) => validation?.depositsSent === false) ?? false;

/** The bank accounts of the current business, the primary one first. */
export const externalAccountsQuery = () =>
  queryOptions({
    queryKey: keyOf('external-accounts'),
    queryFn: async ({ signal }) => (await ask(externalAccounts, {}, signal)).accounts,
    // Deposits that are being handed over are out in a moment.
    refetchInterval: ({ state }) => (isSending(state.data) ? sendingMilliseconds : false),
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
