import type { Handlers } from '../../http/call.ts';
import { rememberLook } from './look-cookie.ts';
import { readAppearance, writeLook, writeTourSeen, type Appearance } from './queries.ts';

const answer = ({ theme, scheme, tour_seen_at }: Appearance) => ({
  status: 200 as const,
  body: { theme, scheme, tourSeenAt: tour_seen_at?.toISOString() ?? null },
});

export const appearanceRoutes: Pick<Handlers, 'appearance' | 'chooseLook' | 'markTourSeen'> = {
  appearance: async ({ context, session, setCookie }) => {
    const found = await readAppearance(context.db, session.personId);
    setCookie(rememberLook(found));
    return answer(found);
  },
  chooseLook: async ({ context, session, input, setCookie }) => {
    const { theme, scheme } = input.body;
    setCookie(rememberLook({ theme, scheme }));
    return answer(await writeLook(context.db, session.personId, { theme, scheme }));
  },
  markTourSeen: async ({ context, session }) =>
    answer(await writeTourSeen(context.db, session.personId, context.clock.now())),
};
