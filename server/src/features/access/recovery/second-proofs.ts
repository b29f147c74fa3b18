import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import type { PasswordReset } from './find-reset.ts';
import { presentFactors, enrolledFactors } from '../../../identity/factors/present.ts';
import { contactFor, contactsOf, type Contact } from '../../../core/people/contacts.ts';
import { maskAddress } from '../../../core/people/masks.ts';
import { allowedCountries } from '../../../core/people/phone-countries.ts';
import { isStopped } from '../../../core/people/stop-list.ts';
import { isTextable } from '../../../core/people/textable-phone.ts';
import type { PersonForUpdate } from '../../../core/people/lock-person.ts';
import { confirmingBusiness } from './confirming-business.ts';
import { readOpenRequest, requestNumber } from './open-request.ts';
import { methodsOf, type Method } from '../../../identity/recovery/rules.ts';

/** A person's possible second proofs besides the mailed link, for a `reset` at `hostname`. */
export async function readMethods(
  tx: Database,
  context: Context,
  person: PersonForUpdate,
  { reset, hostname }: { reset: PasswordReset; hostname: string },
): Promise<Method[]> {
  const phone = contactFor(await contactsOf(tx, context, person.id), 'PhoneNumber');
  const business = await confirmingBusiness(tx, person);
  const request = await readOpenRequest(tx, context, person, reset);
  const present = await presentFactors(tx, person.id, hostname);
  return methodsOf({
    phone: phone && maskAddress(phone),
    phoneFails: phone !== null && (await failsToReach(tx, context, phone, reset.id)),
    enrolled: enrolledFactors(present),
    business: business?.name ?? null,
    requestNumber: request && requestNumber(request.id),
  });
}

/** Whether no code can be sent to a phone, or the provider refused one of this reset that is still unsent. */
async function failsToReach(
  tx: Database,
  { config }: Context,
  { address, addressIndex }: Contact,
  resetId: string,
): Promise<boolean> {
  if (!isTextable(address, allowedCountries(config)) || (await isStopped(tx, addressIndex))) return true;
  const refused = await tx
    .selectFrom('message')
    .innerJoin('one_time_code', 'one_time_code.id', 'message.one_time_code_id')
    .select('message.id')
    .where('one_time_code.purpose', '=', 'PasswordReset')
    .where('one_time_code.flow_id', '=', resetId)
    .where('one_time_code.superseded_at', 'is', null)
    .where('message.last_error', 'is not', null)
    .where('message.sent_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return refused !== undefined;
}
