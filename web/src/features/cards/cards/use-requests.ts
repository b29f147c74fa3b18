import type { CardRequest } from '@florin/contract/requests';
import { useQuery } from '@tanstack/react-query';
import { useReason } from '../../../session/PermittedButton.tsx';
import { requestsQuery, type CardScope } from './queries.ts';

/** The requests about a card, the newest first; none for those who may not see them. */
export function useRequests(scope: CardScope, id: string): readonly CardRequest[] {
  const seeing = useReason(scope === 'own' ? 'requests.make' : 'requests.view');
  return useQuery({ ...requestsQuery(scope, id), enabled: seeing === null }).data ?? [];
}
