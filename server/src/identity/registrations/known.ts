import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import type { CurrentRegistration } from './find-registration.ts';
import { readInvited } from '../../core/invites/queries.ts';
import { allowedCountries } from '../../core/people/phone-countries.ts';
import { nameOnCard, readHolder, type Holder } from '../../core/cards/holder.ts';

/** The person a registration is for, from the records of the business: the holder of the card, or the invited person. */
export async function knownHolder(
  db: Database,
  context: Pick<Context, 'keys'>,
  { cardId, inviteId, programId }: Pick<CurrentRegistration, 'cardId' | 'inviteId' | 'programId'>,
): Promise<Holder | null> {
  if (cardId !== null) return readHolder(db, context, { cardId, programId });
  const invited = await readInvited(db, context, { inviteId: inviteId! });
  if (!invited) return null;
  const { firstName, middleName, lastName, email } = invited;
  const details = { email, mobilePhone: null, homePhone: null, dateOfBirth: null };
  return { firstName, middleName, lastName, nameOnCard: nameOnCard(firstName, lastName), details };
}

/** Who asks in a registration: its card or invite, which can begin several. */
export const askerOf = ({ cardId, inviteId }: Pick<CurrentRegistration, 'cardId' | 'inviteId'>): string =>
  (cardId ?? inviteId)!;

/** The texts that a password must not consist of (specification, section 5). */
export function registrationUserInputs(
  { businessName, cardLast4 }: Pick<CurrentRegistration, 'businessName' | 'cardLast4'>,
  holder: Holder | null,
): string[] {
  const { firstName, middleName, lastName, details } = holder ?? {};
  return [businessName, cardLast4, firstName, middleName, lastName, details?.email].filter(
    (input): input is string => typeof input === 'string',
  );
}

/**
 * The countries whose phones a business accepts, among those the operator allows for texts; besides the United States.
 */
export async function countriesOf(
  { db, config }: Pick<Context, 'db' | 'config'>,
  businessId: string,
): Promise<string[]> {
  const row = await db
    .selectFrom('business')
    .select('allowed_phone_countries')
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow();
  const allowed = new Set(allowedCountries(config));
  return row.allowed_phone_countries.filter((country) => allowed.has(country));
}
