import {
  acceptAgreement,
  agreementStatus,
  ownAgreement,
  type AgreementStatus,
} from '@florin/contract/program/agreements';
import { queryOptions } from '@tanstack/react-query';
import { agreementsWords } from '../../../messages/en/program/agreements.ts';
import { fetchOrThrow, keyOf, queryClient } from '../../../session/queries/query-client.ts';

export const ownAgreementQuery = () =>
  queryOptions({ queryKey: keyOf('agreement'), queryFn: ({ signal }) => fetchOrThrow(ownAgreement, {}, signal) });

export const agreementStatusQuery = () =>
  queryOptions({
    meta: { unshown: agreementsWords.statusFailed },
    queryKey: keyOf('agreement-status'),
    queryFn: ({ signal }) => fetchOrThrow(agreementStatus, {}, signal),
  });

/**
 * Accepts the text that the person has read, and loads its state again, because there may be another version.
 * @throws Refused with AGREEMENT_CHANGED, or any failure of a call
 */
export async function accept({ agreement, version }: AgreementStatus): Promise<void> {
  try {
    await fetchOrThrow(acceptAgreement, { body: { agreement, version } });
  } finally {
    await Promise.all(
      [ownAgreementQuery(), agreementStatusQuery()].map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })),
    );
  }
}
