import type * as contract from '@florin/contract/appearance';
import type { Look } from '@florin/contract/appearance';
import type { HandlersOf } from '../../../http/call.ts';
import { rememberLook } from './look-cookie.ts';
import type { Database } from '../../../db/open.ts';

interface Appearance extends Look {
  tour_seen_at: Date | null;
}

/** What a person has chosen; the defaults of section 9 until they do. */
async function readAppearance(db: Database, personId: string): Promise<Appearance> {
  const row = await db
    .selectFrom('appearance')
    .select(['theme', 'scheme', 'tour_seen_at'])
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row ?? { theme: 'fresh', scheme: 'system', tour_seen_at: null };
}

function writeLook(db: Database, personId: string, look: Look): Promise<Appearance> {
  return db
    .insertInto('appearance')
    .values({ person_id: personId, ...look, tour_seen_at: null })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(look))
    .returning(['theme', 'scheme', 'tour_seen_at'])
    .executeTakeFirstOrThrow();
}

/** The first look counts: a second tab does not move it. */
function writeTourSeen(db: Database, personId: string, at: Date): Promise<Appearance> {
  return db
    .insertInto('appearance')
    .values({ person_id: personId, theme: 'fresh', scheme: 'system', tour_seen_at: at })
    .onConflict((conflict) =>
      conflict
        .column('person_id')
        .doUpdateSet((eb) => ({ tour_seen_at: eb.fn.coalesce('appearance.tour_seen_at', 'excluded.tour_seen_at') })),
    )
    .returning(['theme', 'scheme', 'tour_seen_at'])
    .executeTakeFirstOrThrow();
}

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
