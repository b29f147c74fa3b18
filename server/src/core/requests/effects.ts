import type { CardKind } from '@florin/contract/card-states';
import type { ErrorCode } from '@florin/contract/errors';
import type { RequestKind, RequestPeriod } from '@florin/contract/requests';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { refuse, type Refused } from '../../http/call.ts';
import type { Origin } from '../audit/events.ts';
import { doPlan, readPlan } from '../card-funding/run.ts';

/** An approved request: what was asked for, with the changes of the person who approves it. */
export interface Approval {
  requestId: string;
  businessId: string;
  askerMembershipId: string;
  deciderMembershipId: string;
  deciderPersonId: string;
  sessionId: string;
  origin: Origin;
  /** Of the decision: makes what it causes happen once. */
  idempotencyKey: string;
  contentHash: Buffer;
  cardId: string | null;
  /** Minor units. */
  amount: bigint | null;
  period: RequestPeriod | null;
  countries: readonly string[];
  until: Date | null;
  cardName: string | null;
  cardKind: CardKind | null;
  purpose: string;
}

type EffectRefusal = Extract<
  ErrorCode,
  'INSUFFICIENT_FUNDS' | 'CARD_STATE' | 'CARD_LIMIT_REACHED' | 'STEP_NOT_POSSIBLE' | 'BUSINESS_NOT_OPEN'
>;

/**
 * What the approval of a kind of request does, in the transaction of the decision. A refusal leaves the request pending
 * and must have changed nothing.
 */
export type Effect = (
  tx: Database,
  context: Context,
  approval: Approval,
) => Promise<{ issuedCardId: string | null } | Refused<EffectRefusal>>;

const nothingIssued = { issuedCardId: null };

/** FUNDING: the amount goes from the account to the card, or nothing does. */
const fundCard: Effect = async (tx, context, approval) => {
  const { businessId, cardId, amount } = approval;
  const order = { businessId, act: 'FUND', whenShort: 'NONE', cards: [{ cardId: cardId!, amount }] } as const;
  const read = await readPlan(tx, order, { lock: true });
  const line = read?.plan.lines[0];
  if (!read || !line) return refuse('STEP_NOT_POSSIBLE');
  if (line.reason === 'ACCOUNT_SHORT')
    return refuse('INSUFFICIENT_FUNDS', { Available: Number(read.plan.account.before) });
  if (line.reason === 'CARD_CLOSED') return refuse('CARD_STATE', { Obstacle: 'CARD_CLOSED' });
  if (line.reason === 'CARD_FROZEN') return refuse('CARD_STATE', { Obstacle: 'CARD_FROZEN' });
  if (line.reason !== null) return refuse('STEP_NOT_POSSIBLE');
  await doPlan(tx, context, order, read, {
    actorMembershipId: approval.deciderMembershipId,
    scheduleId: null,
    dueAt: null,
    idempotencyKey: approval.idempotencyKey,
    contentHash: approval.contentHash,
  });
  return nothingIssued;
};

/** The kinds that can be asked for, by what their approval does. */
export const effects: Partial<Record<RequestKind, Effect>> = { FUNDING: fundCard };
