import { isEligible } from '@florin/contract/eligibility';
import { factsOf } from '../../session/account/eligibility.ts';
import { dismissOutstandingFees } from '@florin/contract/program/business';
import { useQueries } from '@tanstack/react-query';
import { showSnackbar } from '../../kit/feedback/Snackbar.tsx';
import { shellWords } from '../../messages/en/shell/shell.ts';
import {
  businessSettingsQuery,
  creditLineQuery,
  externalAccountsQuery,
  outstandingFeesQuery,
  primaryBankQuery,
} from '../../session/queries/business-queries.ts';
import { errorMessage } from '../../session/failures/error-message.ts';
import { useIsRestricted, usePerson } from '../../session/person.ts';
import { fetchOrThrow, queryClient } from '../../session/queries/query-client.ts';
import { useSite } from '../../site.ts';
import { bannersFor, concernsPrimaryBank, isSuspendedForBank, type Banner } from './banners.ts';

/** The banners of the current account, from the server's data of its business. */
export function useBanners(): { banners: Banner[]; retry: () => void } {
  const person = usePerson();
  const restricted = useIsRestricted();
  const { announcements } = useSite();
  // A closed account gets no data of the business any more.
  const mayAsk = isEligible('role.view', { ...factsOf(person), person: { restricted } });
  const isAdministrator = person.role === 'ADMIN' && mayAsk;
  const hasBank = concernsPrimaryBank(person) && mayAsk;
  const isBankLost = isSuspendedForBank(person) && mayAsk;
  const [bank, line, settings, fees, accounts] = useQueries({
    queries: [
      { ...primaryBankQuery(), enabled: hasBank },
      { ...creditLineQuery(), enabled: hasBank },
      { ...businessSettingsQuery(), enabled: hasBank },
      { ...outstandingFeesQuery(), enabled: isAdministrator },
      { ...externalAccountsQuery(), enabled: isBankLost },
    ],
  });
  const asked = [bank, line, settings, fees, accounts];
  const banners = bannersFor(person, {
    primaryBank: isBankLost ? accounts.data?.find(({ isPrimary }) => isPrimary) : bank.data,
    creditLine: line.data,
    automaticSuspension: settings.data?.automaticBusinessSuspension,
    fees: fees.data,
    announcements,
    incomplete: asked.some(({ isError, data }) => isError && data === undefined),
  });
  const retry = () => asked.filter(({ isError }) => isError).forEach((query) => void query.refetch());
  return { banners, retry };
}

/** Dismisses the notice about fees, here at once and on the server for good. */
export async function dismissFees(): Promise<void> {
  const { queryKey } = outstandingFeesQuery();
  const before = queryClient.getQueryData(queryKey);
  if (before) queryClient.setQueryData(queryKey, { ...before, dismissed: true });
  try {
    await fetchOrThrow(dismissOutstandingFees, { body: {} });
  } catch (error) {
    if (before) queryClient.setQueryData(queryKey, before);
    showSnackbar(errorMessage(error, shellWords.banners.dismissFailed));
  }
}
