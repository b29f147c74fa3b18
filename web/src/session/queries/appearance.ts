import { appearance, chooseAppearance, markTourSeen, type Appearance } from '@florin/contract/program/appearance';
import { queryOptions } from '@tanstack/react-query';
import { shellWords } from '../../messages/en/shell/shell.ts';
import { chosenTheme } from '../../debug-parameters.ts';
import { applyAppearance } from '../../theme/apply-appearance.ts';
import { fetchOrThrow, keyOf, queryClient } from './query-client.ts';

/** A person's theme and color scheme, applied as soon as they are known, and whether they have seen the tour. */
export const appearanceQuery = () =>
  queryOptions({
    meta: { unshown: shellWords.appearanceFailed },
    queryKey: keyOf('appearance'),
    queryFn: async ({ signal }) => {
      const found = await fetchOrThrow(appearance, {}, signal);
      applyAppearance(found, chosenTheme());
      return found;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Applies an appearance at once and saves it; if that fails, the page goes back to the previous one. */
export async function saveAppearance(chosen: Appearance): Promise<void> {
  const { queryKey } = appearanceQuery();
  const before = queryClient.getQueryData(queryKey);
  applyAppearance(chosen, chosenTheme());
  if (before) queryClient.setQueryData(queryKey, { ...before, ...chosen });
  try {
    queryClient.setQueryData(queryKey, await fetchOrThrow(chooseAppearance, { body: chosen }));
  } catch (error) {
    if (before) {
      applyAppearance(before, chosenTheme());
      queryClient.setQueryData(queryKey, before);
    }
    throw error;
  }
}

/** Records that this person has seen the tour, for every browser. */
export async function saveTourSeen(): Promise<void> {
  queryClient.setQueryData(appearanceQuery().queryKey, await fetchOrThrow(markTourSeen, { body: {} }));
}
