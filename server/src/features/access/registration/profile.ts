import { refuse, type Handler } from '../../../http/call.ts';
import { shownDate } from './details.ts';
import { readDraft } from './draft.ts';
import { countriesOf, knownHolder } from '../../../identity/registrations/known.ts';
import { nationalPhone, phoneCountries } from './phones.ts';

/**
 * GET ShortProfile: the known details of the person, for the details form, unless another person has registered
 * meanwhile.
 */
export const shortProfile: Handler<'shortProfile'> = async ({ context, client, caller: registration }) => {
  if (registration.isTaken) return refuse('ALREADY_REGISTERED');
  const holder = await knownHolder(context.db, context, registration);
  if (!holder) return refuse('REGISTRATION_EXPIRED');
  const { firstName, middleName, lastName, details } = holder;
  const home = nationalPhone(details.homePhone);
  const mobile = nationalPhone(details.mobilePhone);
  return {
    status: 200,
    body: {
      email: details.email,
      firstName,
      middleName,
      lastName,
      nameOnCard: registration.role === 'CARDHOLDER' ? holder.nameOnCard : '',
      dateOfBirth: shownDate(details.dateOfBirth),
      homePhone: home.phone,
      homePhoneCountryCode: home.countryCode,
      mobilePhone: mobile.phone,
      mobilePhoneCountryCode: mobile.countryCode,
      businessName: registration.businessName,
      role: registration.role,
      cardLast4: registration.cardLast4,
      draft: await readDraft(context.db, context, registration, client.registrationSecret),
    },
  };
};

/** GET AllowedPhoneCountries, of the business of the registration or the session. */
export const allowedPhoneCountries: Handler<'allowedPhoneCountries'> = async ({ context, caller }) => {
  const allowedCountries = phoneCountries(await countriesOf(context, caller.businessId));
  return { status: 200, body: { allowedCountries } };
};
