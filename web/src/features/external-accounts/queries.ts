import { externalAccounts, type ExternalAccount } from '@florin/contract/external-accounts';
import { queryOptions } from '@tanstack/react-query';
import { ask, keyOf } from '../../session/queries.ts';

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
