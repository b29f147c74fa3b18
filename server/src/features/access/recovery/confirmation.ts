import { recoveryConfirmation } from '@florin/contract/limits';
import type { Context } from '../../../context.ts';
import { newId } from '../../../db/ids.ts';
import type { Database } from '../../../db/open.ts';
import type { PasswordReset } from './find-reset.ts';
import { recordEvent, type Origin } from '../../../core/audit/events.ts';
import { enqueueMessage } from '../../../core/messages/messages.ts';
import { contactFor, contactsOf } from '../../../core/people/contacts.ts';
import type { PersonForUpdate } from '../../../core/people/lock-person.ts';
import { letterOf } from '../../../core/notices/letter.ts';
import { confirmationAskedMail } from '../../../identity/recovery/mails.ts';
import { confirmingBusiness } from './confirming-business.ts';
import { readOpenRequest } from './open-request.ts';
import { afterSeconds } from '../../../core/time.ts';

/** Enough to reach an administrator, even in a business of administrators only. */
const askedAtMost = 20;

/**
 * Requests the approval of the administrators of a person's business. While the browser's request is open, no other is
 * sent. It belongs to the browser and not to one link, because an administrator may answer after the link has expired
 * (decision 012). It replaces a pending request of another browser. The caller holds the person's lock.
 * @returns the request's id; null if there is nobody to ask
 */
export async function askAdministrators(
  tx: Database,
  context: Context,
  origin: Origin,
  { person, reset }: { person: PersonForUpdate; reset: PasswordReset },
): Promise<string | null> {
  const personId = person.id;
  const own = await readOpenRequest(tx, context, person, reset);
  if (own) return own.id;
  const business = await confirmingBusiness(tx, person);
  if (!business) return null;
  const now = context.clock.now();
  const replaced = await tx
    .updateTable('recovery_request')
    .set({ closed_at: now })
    .where('person_id', '=', personId)
    .where('closed_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('confirmed_at', 'is', null),
        eb('expires_at', '<=', now),
        // This browser's own request, whose approval no longer counts.
        eb('browser_hash', '=', reset.browserHash),
      ]),
    )
    .returning(['business_id', 'expires_at', 'confirmed_at'])
    .execute();
  const id = newId(now.getTime());
  await tx
    .insertInto('recovery_request')
    .values({
      id,
      person_id: personId,
      browser_hash: reset.browserHash,
      business_id: business.id,
      asked_at: now,
      expires_at: afterSeconds(now, recoveryConfirmation.askedForSeconds),
      confirmed_at: null,
      confirmed_by: null,
      closed_at: null,
    })
    .execute();
  const event = { type: 'authn_reset_confirmation_asked', details: {}, personId, businessId: business.id } as const;
  await recordEvent(tx, context, origin, event);
  // They were notified of the earlier request, and find this one in its place.
  const know = replaced.some(
    (each) => each.business_id === business.id && each.expires_at > now && each.confirmed_at === null,
  );
  if (!know) await mailAdministrators(tx, context, personId, business);
  return id;
}

async function mailAdministrators(
  tx: Database,
  context: Context,
  personId: string,
  business: { id: string; name: string },
): Promise<void> {
  const { first_name, last_name } = await tx
    .selectFrom('person')
    .select(['first_name', 'last_name'])
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  const asker = `${first_name} ${last_name}`;
  const asked = await tx
    .selectFrom('membership')
    .select('person_id as personId')
    .distinct()
    .where('business_id', '=', business.id)
    .where('person_id', '!=', personId)
    .where('role', '=', 'ADMIN')
    .where('status', '=', 'OPEN')
    .limit(askedAtMost)
    .execute();
  for (const administrator of asked) {
    const address = contactFor(await contactsOf(tx, context, administrator.personId), 'Email');
    if (!address) continue;
    const letter = await letterOf(tx, context, administrator.personId);
    const content = confirmationAskedMail({ ...letter, asker, business: business.name });
    await enqueueMessage(tx, context, { channel: 'email', programId: letter.programId, to: address.address, content });
  }
}
