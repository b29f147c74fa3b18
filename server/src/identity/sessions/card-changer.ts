import type { Endpoint } from '@florin/contract/endpoint';
import { originOf } from '../../core/audit/events.ts';
import type { CardChanger } from '../../core/cards/states.ts';
import type { CallTo } from '../../http/call.ts';
import type { CurrentSession } from './current-session.ts';

export type SessionCall = Pick<CallTo<Endpoint>, 'context' | 'client' | 'correlationId'> & { caller: CurrentSession };

/** Who changes a card by a call. */
export function changerOf(call: SessionCall): CardChanger {
  const { caller: session } = call;
  const isAdmin = session.role === 'ADMIN';
  const onScreen = isAdmin ? 'ADMIN' : 'APP';
  return {
    actor: isAdmin ? 'ADMIN' : 'HOLDER',
    membershipId: session.membershipId,
    channel: session.delivery === 'token' ? 'API' : onScreen,
    origin: originOf(call),
    subject: { ...session, sessionId: session.id },
  };
}
