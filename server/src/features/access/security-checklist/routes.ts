import type * as contract from '@florin/contract/access/security-checklist';
import type { HandlersOf } from '../../../http/call.ts';
import { lastSeen, markSeen } from '../../../core/seen-marks.ts';
import { readSecurityFacts } from './queries.ts';
import { checklistOf } from './rules.ts';

export const securityChecklistRoutes: HandlersOf<typeof contract> = {
  securityChecklist: async ({ context, caller: session }) => {
    const facts = await readSecurityFacts(context.db, session, context.clock.now());
    const seenAt = await lastSeen(context.db, session.personId, 'security-checklist');
    return { status: 200, body: { items: checklistOf(facts, session), seenAt: seenAt?.toISOString() ?? null } };
  },
  markChecklistSeen: async ({ context, caller: session }) => {
    const seenAt = await markSeen(context.db, session.personId, 'security-checklist', context.clock.now());
    return { status: 200, body: { seenAt: seenAt.toISOString() } };
  },
};
