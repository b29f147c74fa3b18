import type * as contract from '@florin/contract/appearance';
import type { HandlersOf } from '../../../http/call.ts';
import { rememberLook } from './look-cookie.ts';
import { readAppearance, writeLook, writeTourSeen, type Appearance } from './queries.ts';

const answer = ({ theme, scheme, tour_seen_at }: Appearance) => ({
  status: 200 as const,
  body: { theme, scheme, tourSeenAt: tour_seen_at?.toISOString() ?? null },
});

export const appearanceRoutes: HandlersOf<typeof contract> = {
  appearance: async (call) => {
    const found = await readAppearance(call.context.db, call.caller.personId);
    call.setCookie(rememberLook(found));
    return answer(found);
  },
  chooseLook: async (call) => {
    const { theme, scheme } = call.input.body;
    call.setCookie(rememberLook({ theme, scheme }));
    return answer(await writeLook(call.context.db, call.caller.personId, { theme, scheme }));
  },
  markTourSeen: async ({ context, caller: session }) =>
    answer(await writeTourSeen(context.db, session.personId, context.clock.now())),
};
