import { isEligible } from '@florin/contract/eligibility';
import type * as contract from '@florin/contract/program/events';
import type { Context } from '../../../context.ts';
import { refuse, type HandlersOf } from '../../../http/call.ts';
import { afterSeconds } from '../../../core/time.ts';
import { eventsSince, newestOf, timeOf } from './queries.ts';
import { eventText, idOf, maySee, openText, patienceMilliseconds, resetText, type Viewer } from './rules.ts';
import { streamsOf } from './streams.ts';

/** More events than this are one: fetch everything. */
const listedAtMost = 500;

export const eventsRoutes: HandlersOf<typeof contract> = {
  /** GET /api/events. The stream is open before the missed events are read, so that none falls in between. */
  events: async ({ context, caller: session, client, input }) => {
    if (!isEligible('role.view', { membership: { status: session.membershipStatus } })) return refuse('FORBIDDEN');
    const viewer: Viewer = session;
    const { id: sessionId, tokenHash } = session;
    const { readable, push } = await streamsOf(context).open({ viewer, sessionId, tokenHash });
    push(openText(session.epoch));
    const last = idOf(input.query.after ?? client.lastEventId ?? '');
    try {
      for (const text of await missedEvents(context, viewer, last)) push(text);
    } catch (error) {
      readable.destroy();
      throw error;
    }
    return { status: 200, body: null, stream: readable };
  },
};

/**
 * What a person has missed since the last event seen, or in the moment between loading a page and opening its stream.
 * Events are committed in another order than their ids, so some of them may be sent again.
 */
async function missedEvents({ db, clock }: Context, viewer: Viewer, last: bigint | null): Promise<string[]> {
  const now = clock.now();
  const { businessId } = viewer;
  const seenAt = last === null ? now : await timeOf(db, businessId, last);
  const reset = async () => [resetText((await newestOf(db, businessId)) ?? 0n, now)];
  if (seenAt === null) return reset();
  const missed = await eventsSince(
    db,
    businessId,
    afterSeconds(seenAt, -patienceMilliseconds / 1000),
    listedAtMost + 1,
  );
  if (missed.length > listedAtMost) return reset();
  return missed.filter((event) => event.id !== last && maySee(viewer, event)).map(eventText);
}
