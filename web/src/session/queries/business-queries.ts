import { businessPreferences } from '@florin/contract/program/business-icon';
import { businessCreditLine, businessSettings, outstandingFees } from '@florin/contract/program/business';
import { externalAccounts, primaryCreditBank, type ExternalAccount } from '@florin/contract/money/external-accounts';
import { onboardingChecklist } from '@florin/contract/program/onboarding-checklist';
import { queryOptions } from '@tanstack/react-query';
import { fetchOrThrow, keyOf } from './query-client.ts';

/* The queries about the business of the current account. */

export const primaryBankQuery = () =>
  queryOptions({
    queryKey: keyOf('primary-credit-bank'),
    queryFn: async ({ signal }) => (await fetchOrThrow(primaryCreditBank, {}, signal)).primaryBank,
  });

const sendingMilliseconds = 2000;

const isSending = (accounts: readonly ExternalAccount[] | undefined) =>
  accounts?.some(({ validation }) => validation?.depositsSent === false) ?? false;

const externalAccountsAnswer = () =>
  queryOptions({
    queryKey: keyOf('external-accounts'),
    queryFn: ({ signal }) => fetchOrThrow(externalAccounts, {}, signal),
    // Deposits that are being sent arrive in a moment.
    refetchInterval: ({ state }) => (isSending(state.data?.accounts) ? sendingMilliseconds : false),
  });

/** The bank accounts of the current business, the primary one first. */
export const externalAccountsQuery = () =>
  queryOptions({ ...externalAccountsAnswer(), select: ({ accounts }) => accounts });

/** How banks are connected in this installation; null where only micro-deposits validate accounts. */
export const openBankingQuery = () =>
  queryOptions({ ...externalAccountsAnswer(), select: ({ openBanking }) => openBanking });

export const creditLineQuery = () =>
  queryOptions({
    queryKey: keyOf('credit-line'),
    queryFn: async ({ signal }) => (await fetchOrThrow(businessCreditLine, {}, signal)).amount,
  });

export const businessSettingsQuery = () =>
  queryOptions({
    queryKey: keyOf('business-settings'),
    queryFn: ({ signal }) => fetchOrThrow(businessSettings, {}, signal),
  });

export const outstandingFeesQuery = () =>
  queryOptions({
    queryKey: keyOf('outstanding-fees'),
    queryFn: ({ signal }) => fetchOrThrow(outstandingFees, {}, signal),
  });

export const onboardingQuery = () =>
  queryOptions({
    queryKey: keyOf('onboarding-checklist'),
    queryFn: ({ signal }) => fetchOrThrow(onboardingChecklist, {}, signal),
  });

/** The icon of the business. If it cannot be loaded, it is hidden without a message (section 8). */
export const businessPreferencesQuery = () =>
  queryOptions({
    queryKey: keyOf('business-preferences'),
    queryFn: async ({ signal }) => (await fetchOrThrow(businessPreferences, {}, signal)).businessPreferences,
  });
