import { sql } from 'kysely';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import { refuse, type Handler } from '../../../http/call.ts';
import { originOf, recordEvent } from '../../../core/audit/events.ts';
import { contactsOf } from '../../../core/people/contacts.ts';
import { notifyChange } from '../../../core/notices/notify-change.ts';
import { changeCredential } from '../../../identity/step-up/make-change.ts';
import { presentFactors } from '../../../identity/factors/present.ts';
import { hasWayLeft } from '../../../identity/factors/rules.ts';
import { isMfaRequired } from './settings.ts';

/** PUT /api/security-settings/mfa. */
export const setMfaEnabled: Handler<'setMfaEnabled'> = (call) =>
  changeCredential(call, async (tx, person) => {
    const { context, client, input } = call;
    const { enabled } = input.body;
    const personId = person.id;
    if (person.mfaEnabled === enabled) return { status: 204 as const, body: null };
    if (!enabled && isMfaRequired(person)) return refuse('MFA_REQUIRED');
    if (enabled) {
      const { authenticators, passkeys } = await presentFactors(tx, personId, client.hostname);
      const contacts = await contactsOf(tx, context, personId);
      // A person without a way to prove it would be locked out.
      if (!hasWayLeft({ contacts, factors: authenticators + passkeys })) return refuse('LAST_FACTOR');
    }
    await tx.updateTable('person').set({ mfa_enabled: enabled }).where('id', '=', personId).execute();
    if (!enabled) await endTrust(tx, context, personId);
    await recordEvent(tx, context, originOf(call), { type: 'authn_mfa_switched', details: { enabled }, personId });
    await notifyChange(tx, context, personId, { type: enabled ? 'mfaOn' : 'mfaOff' });
    return { status: 204 as const, body: null };
  });

/**
 * Turned on again, every device has to prove it (security design 3.4). The devices stay known, so that strangers'
 * failed passwords still count separately.
 */
const endTrust = (tx: Database, { clock }: Pick<Context, 'clock'>, personId: string) =>
  tx
    .updateTable('trusted_device')
    .set({ trusted_until: sql<Date>`least(trusted_until, ${clock.now()})` })
    .where('person_id', '=', personId)
    .execute();
