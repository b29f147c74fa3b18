import type { DeclineCode } from '@florin/contract/cards/decline-codes';
import { stateOf, type StatedEvent } from './status.ts';

/** How a request stands to a purchase of which other messages were received. */
interface Claim {
  /** Why the request is declined whatever the rules say; null if the rules decide. */
  refused: DeclineCode | null;
  /** The part of its amount that is on hold or settled already: nothing more is reserved for it. Minor units. */
  covered: number;
}

/**
 * What a request claims of its purchase. A second decision about a purchase is an increase of its hold. The first one is
 * the authorization of which the network has reported already what became of it: what it approved or settled for us
 * stays, and what it took back is not approved again.
 */
export function claimOf(
  { events, isFinal }: { events: readonly StatedEvent[]; isFinal: boolean },
  { amount, isIncrement = false }: { amount: number; isIncrement?: boolean },
): Claim {
  const { status, held, settled } = stateOf(events);
  const wasDecided = events.some(({ outcome }) => outcome === 'APPROVED' || outcome === 'PARTIAL');
  // There is no hold to increase; the network repeats the request without the reference.
  if (isIncrement || wasDecided) return { refused: isFinal || held === 0n ? 'system' : null, covered: 0 };
  if (status === 'VOIDED' || status === 'EXPIRED') return { refused: 'issuer_timeout', covered: 0 };
  const isAuthorized = events.some(({ type, outcome }) => type.startsWith('AUTHORIZATION') && outcome !== 'DECLINED');
  if (isAuthorized || isFinal) return { refused: null, covered: amount };
  return { refused: null, covered: settled < BigInt(amount) ? Number(settled) : amount };
}

/** The events of one purchase. A decline that was stored apart from them is a transaction of its own. */
export function ofOnePurchase<E extends Pick<StatedEvent, 'outcome'> & { transactionId: string }>(
  events: readonly E[],
): E[] {
  const first = events.find(({ outcome }) => outcome !== 'DECLINED') ?? events[0];
  return events.filter(({ transactionId }) => transactionId === first?.transactionId);
}
