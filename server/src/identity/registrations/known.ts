import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import type { CurrentRegistration } from './find-registration.ts';
import { readInvited } from '../../core/invites/queries.ts';
import { allowedCountries } from '../../core/people/phone-countries.ts';
import { nameOnCard, readHolder, type Holder } from '../../core/cards/holder.ts';

/** Whom a registration is for, as the business knows them: the holder of the card, or the person who was invited. */
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

/** What a password must not be made of (specification, section 5). */
export async function registrationUserInputs(
  { db, keys }: Pick<Context, 'db' | 'keys'>,
  registration: CurrentRegistration,
): Promise<string[]> {
  const holder = await knownHolder(db, { keys }, registration);
  const { businessName, cardLast4 } = registration;
  const { firstName, middleName, lastName, details } = holder ?? {};
  return [businessName, cardLast4, firstName, middleName, lastName, details?.email].filter(
    (input): input is string => typeof input === 'string',
  );
}

/** The countries whose phones a business takes, of those the operator has texts sent to; the United States beside them. */
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
