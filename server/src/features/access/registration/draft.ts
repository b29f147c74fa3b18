import { DetailsDraft } from '@florin/contract/access/registration';
import * as v from 'valibot';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../db/open.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { isRefused, refuse, type Handler } from '../../../http/call.ts';
import type { CurrentRegistration } from '../../../identity/registrations/find-registration.ts';
import { recordContext } from '../../../ports/keys/keys.ts';
import { hashBrowserSecret } from '../../../identity/registrations/browser.ts';
import { detailsOf } from './details.ts';
import { endRegistration, lockRegistration } from './join.ts';

type Draft = v.InferOutput<typeof DetailsDraft>;

const sealContext = ({ id, programId }: CurrentRegistration) =>
  recordContext({ table: 'registration', row: id, column: 'details_sealed', program: programId });

/**
 * POST details: saves the details page for the browser that has begun the registration, and for no other. It refuses
 * what the last step would refuse.
 */
export const keepDetails: Handler<'keepDetails'> = async ({
  context,
  client,
  caller: registration,
  input: { body },
}) => {
  if (registration.isTaken) return refuse('ALREADY_REGISTERED');
  const wrong = await detailsOf(context, registration, withMobilePhone(body));
  if (isRefused(wrong)) return wrong;
  return inTransaction(context.db, async (tx) => {
    // A concurrent registration may have taken the card or invite: then nothing is saved.
    const over = await lockRegistration(tx, context, registration);
    if (over) return over;
    const kept = await tx
      .updateTable('registration')
      .set({ details_sealed: context.keys.seal(JSON.stringify(body), sealContext(registration)) })
      .where('id', '=', registration.id)
      .where('browser_hash', '=', hashBrowserSecret(client.registrationSecret))
      .returning('id')
      .executeTakeFirst();
    return kept ? { status: 200 as const, body: {} } : refuse('REGISTRATION_EXPIRED');
  });
};

/** Reading 4: an empty mobile phone is the home phone. */
const withMobilePhone = ({ mobilePhone, ...rest }: Draft) =>
  mobilePhone === undefined
    ? { ...rest, mobilePhone: rest.homePhone, mobilePhoneCountryCode: rest.homePhoneCountryCode }
    : { ...rest, mobilePhone };

/** The details a browser has typed in its registration; null for any other browser. */
export async function readDraft(
  db: Database,
  { keys }: Pick<Context, 'keys'>,
  registration: CurrentRegistration,
  browserSecret: string | null,
): Promise<Draft | null> {
  const row = await db
    .selectFrom('registration')
    .select('details_sealed')
    .where('id', '=', registration.id)
    .where('browser_hash', '=', hashBrowserSecret(browserSecret))
    .executeTakeFirst();
  if (!row?.details_sealed) return null;
  const kept: unknown = JSON.parse(keys.open(row.details_sealed, sealContext(registration)).toString());
  // Details from before a rule was tightened are typed again.
  const draft = v.safeParse(DetailsDraft, kept);
  return draft.success ? draft.output : null;
}

/** POST leave: the person starts again with another card. */
export const leaveRegistration: Handler<'leaveRegistration'> = async ({ context, caller: registration }) => {
  await endRegistration(context.db, registration.id);
  return { status: 200, body: {} };
};
