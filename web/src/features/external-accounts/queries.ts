import { externalAccounts } from '@florin/contract/external-accounts';
import { queryOptions } from '@tanstack/react-query';
import { ask, keyOf } from '../../session/queries.ts';

/** The bank accounts of the current business, the primary one first. */
export const externalAccountsQuery = () =>
  queryOptions({
    queryKey: keyOf('external-accounts'),
    queryFn: async ({ signal }) => (await ask(externalAccounts, {}, signal)).accounts,
  });
