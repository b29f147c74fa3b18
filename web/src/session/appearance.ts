import { appearance, chooseLook, markTourSeen, type Look } from '@florin/contract/appearance';
import { queryOptions } from '@tanstack/react-query';
import { shellWords } from '../messages/en/shell.ts';
import { chosenTheme } from '../debug-parameters.ts';
import { applyAppearance } from '../theme/apply-appearance.ts';
import { ask, keyOf, queryClient } from './queries.ts';

/** Theme and colours of the person, and whether they have seen the tour. The page wears the theme as soon as it is known. */
export const appearanceQuery = () =>
  queryOptions({
    meta: { unshown: shellWords.appearanceFailed },
    queryKey: keyOf('appearance'),
    queryFn: async ({ signal }) => {
      const found = await ask(appearance, {}, signal);
      applyAppearance(found, chosenTheme());
      return found;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Wears a look at once and keeps it; where that fails, the page goes back to the one before. */
export async function keepLook(look: Look): Promise<void> {
  const { queryKey } = appearanceQuery();
  const before = queryClient.getQueryData(queryKey);
  applyAppearance(look, chosenTheme());
  if (before) queryClient.setQueryData(queryKey, { ...before, ...look });
  try {
    queryClient.setQueryData(queryKey, await ask(chooseLook, { body: look }));
  } catch (error) {
    if (before) {
      applyAppearance(before, chosenTheme());
      queryClient.setQueryData(queryKey, before);
    }
    throw error;
  }
}

/** The tour is over for this person, in every browser. */
export async function keepTourSeen(): Promise<void> {
  queryClient.setQueryData(appearanceQuery().queryKey, await ask(markTourSeen, { body: {} }));
}
