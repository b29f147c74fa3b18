import type * as contract from '@florin/contract/program/appearance';
import type { Appearance } from '@florin/contract/program/appearance';
import type { HandlersOf } from '../../../http/call.ts';
import { rememberAppearance } from './appearance-cookie.ts';
import type { Database } from '../../../db/open.ts';

interface AppearanceRow extends Appearance {
  tour_seen_at: Date | null;
}

/** The appearance that a person has chosen, or the defaults of section 9. */
async function readAppearance(db: Database, personId: string): Promise<AppearanceRow> {
  const row = await db
    .selectFrom('appearance')
    .select(['theme', 'scheme', 'tour_seen_at'])
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row ?? { theme: 'fresh', scheme: 'system', tour_seen_at: null };
}

function writeAppearance(db: Database, personId: string, chosen: Appearance): Promise<AppearanceRow> {
  return db
    .insertInto('appearance')
    .values({ person_id: personId, ...chosen, tour_seen_at: null })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(chosen))
    .returning(['theme', 'scheme', 'tour_seen_at'])
    .executeTakeFirstOrThrow();
}

/** The first time counts: a second tab does not change it. */
function writeTourSeen(db: Database, personId: string, at: Date): Promise<AppearanceRow> {
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

const answer = ({ theme, scheme, tour_seen_at }: AppearanceRow) => ({
  status: 200 as const,
  body: { theme, scheme, tourSeenAt: tour_seen_at?.toISOString() ?? null },
});

export const appearanceRoutes: HandlersOf<typeof contract> = {
  appearance: async (call) => {
    const found = await readAppearance(call.context.db, call.caller.personId);
    call.setCookie(rememberAppearance(found));
    return answer(found);
  },
  chooseAppearance: async (call) => {
    const { theme, scheme } = call.input.body;
    call.setCookie(rememberAppearance({ theme, scheme }));
    return answer(await writeAppearance(call.context.db, call.caller.personId, { theme, scheme }));
  },
  markTourSeen: async ({ context, caller: session }) =>
    answer(await writeTourSeen(context.db, session.personId, context.clock.now())),
};
