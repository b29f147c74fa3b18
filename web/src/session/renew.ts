import { currentEpoch } from './epoch.ts';
import { queryClient } from './queries.ts';
import { adoptSession } from './signed-in.ts';

/**
 * Takes over a session that was issued anew for the same account, as proving oneself again does: what the account has
 * asked the server stays good under the new epoch.
 */
export function renewSession(epoch: string): void {
  const before = currentEpoch();
  if (epoch === before) return;
  const kept = queryClient.getQueryCache().findAll({ queryKey: [before] });
  for (const { queryKey, state } of kept) {
    if (state.data === undefined) continue;
    queryClient.setQueryData([epoch, ...queryKey.slice(1)], state.data, { updatedAt: state.dataUpdatedAt });
  }
  adoptSession(epoch);
}
