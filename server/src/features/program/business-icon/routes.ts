import type * as contract from '@florin/contract/program/business-icon';
import type { HandlersOf } from '../../../http/call.ts';
import { preferencesOf } from './preferences.ts';
import { setBusinessIcon } from './set-icon.ts';

export const businessIconRoutes: HandlersOf<typeof contract> = {
  businessPreferences: async ({ context, caller: session }) => ({
    status: 200,
    body: { businessPreferences: await preferencesOf(context.db, session.businessId) },
  }),
  setBusinessIcon,
};
