import type * as contract from '@florin/contract/program/user-preference';
import type { HandlersOf } from '../../../http/call.ts';

/** A person's preferences; the default is the dashboard as it is. */
export const userPreferenceRoutes: HandlersOf<typeof contract> = {
  userPreference: async ({ context, caller: session }) => {
    const row = await context.db
      .selectFrom('user_preference')
      .select('prefer_new_app')
      .where('person_id', '=', session.personId)
      .executeTakeFirst();
    return { status: 200, body: { preferNewApp: row?.prefer_new_app ?? true } };
  },
  createUserPreference: async ({ context, caller: session, input }) => {
    const { preferNewApp } = input.body;
    await context.db
      .insertInto('user_preference')
      .values({ person_id: session.personId, prefer_new_app: preferNewApp })
      .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ prefer_new_app: preferNewApp }))
      .execute();
    return { status: 200, body: { preferNewApp } };
  },
};
