import type { Handlers } from '../../../http/call.ts';
import { preferencesOf } from './preferences.ts';
import { setBusinessIcon } from './set-icon.ts';

export const businessIconRoutes: Pick<Handlers, 'businessPreferences' | 'setBusinessIcon'> = {
  businessPreferences: async ({ context, caller: session }) => ({
    status: 200,
    body: { businessPreferences: await preferencesOf(context.db, session.businessId) },
  }),
  setBusinessIcon,
};
