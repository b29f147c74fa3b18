import { originOf, recordEvent, type AuditEvent } from '../../core/audit/events.ts';
import type { Database } from '../../db/open.ts';
import type { SessionCall } from './card-changer.ts';

/** Writes an audit event of the caller. */
export function record(
  tx: Database,
  call: SessionCall,
  event: Pick<Extract<AuditEvent, { details: unknown }>, 'type' | 'details'>,
): Promise<void> {
  const { caller: session } = call;
  return recordEvent(tx, call.context, originOf(call), { ...event, ...session, sessionId: session.id } as AuditEvent);
}
