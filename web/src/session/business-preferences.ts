import { businessPreferences } from '@florin/contract/business-icon';
import { queryOptions } from '@tanstack/react-query';
import { ask, keyOf } from './queries.ts';

/** The icon of the current business. Where it cannot be loaded the icon is hidden, and nothing is said (section 8). */
export const businessPreferencesQuery = () =>
  queryOptions({
    queryKey: keyOf('business-preferences'),
    queryFn: async ({ signal }) => (await ask(businessPreferences, {}, signal)).businessPreferences,
  });
