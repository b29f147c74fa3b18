import { birthdateProblem, isoDate } from '@florin/contract/dates/birthdate';
import { HOUR } from '@florin/contract/limits';
import type { FieldProblem } from '@florin/contract/errors';
import type { Context } from '../../../context.ts';
import { refuse } from '../../../http/call.ts';
import type { CurrentRegistration } from '../../../identity/registrations/find-registration.ts';
import { textablePhone } from '../../../core/people/textable-phone.ts';
import { countriesOf } from '../../../identity/registrations/known.ts';
import { phoneCountries, phoneOf } from './phones.ts';

/** The details form as sent (specification, section 3). */
export interface TypedDetails {
  firstName?: string | undefined;
  middleName?: string | null | undefined;
  lastName?: string | undefined;
  dateOfBirth: string;
  homePhone: string;
  homePhoneCountryCode: string;
  mobilePhone: string;
  mobilePhoneCountryCode: string;
}

export interface CheckedDetails {
  /** Null: as on file at the business. */
  firstName: string | null;
  middleName: string | null;
  lastName: string | null;
  /** yyyy-mm-dd. */
  dateOfBirth: string;
  /** E.164. */
  homePhone: string;
  mobilePhone: string;
}

type WrongField = { Field: string; Problem: FieldProblem };

/**
 * Checks what the contract cannot: an existing day long enough ago, and phones of the business's countries.
 * @param countries the allowed countries of a phone
 */
export function checkDetails(
  typed: TypedDetails,
  countries: readonly string[],
  now: Date,
): CheckedDetails | { wrong: WrongField[] } {
  const wrong: WrongField[] = [];
  const mark = (Field: string) => void wrong.push({ Field, Problem: 'format' });
  const phone = (number: 'homePhone' | 'mobilePhone') => {
    const country = typed[`${number}CountryCode`];
    if (!countries.includes(country)) mark(`${number}CountryCode`);
    // Texts go to the mobile phone only.
    const e164 =
      number === 'homePhone' ? phoneOf(typed[number], country) : textablePhone(typed[number], country, [country]);
    if (e164 === null) mark(number);
    return e164 ?? '';
  };
  const dateOfBirth = birthdateOf(typed.dateOfBirth, now);
  if (dateOfBirth === null) mark('dateOfBirth');
  const checked = {
    firstName: nameOf(typed.firstName),
    middleName: nameOf(typed.middleName),
    lastName: nameOf(typed.lastName),
    dateOfBirth: dateOfBirth ?? '',
    homePhone: phone('homePhone'),
    mobilePhone: phone('mobilePhone'),
  };
  return wrong.length > 0 ? { wrong } : checked;
}

/** The details, checked by the business's rules. */
export async function detailsOf(
  context: Pick<Context, 'db' | 'clock' | 'config'>,
  { businessId }: CurrentRegistration,
  typed: TypedDetails,
) {
  const countries = phoneCountries(await countriesOf(context, businessId)).map(({ countryCode }) => countryCode);
  const checked = checkDetails(typed, countries, context.clock.now());
  return 'wrong' in checked ? refuse('VALIDATION', { Fields: checked.wrong }) : checked;
}

/** A name without surrounding space; null if nothing is left. */
const nameOf = (typed: string | null | undefined): string | null => typed?.normalize('NFC').trim() || null;

/** MM/dd/yyyy as yyyy-mm-dd; null for a day with a problem. */
export function birthdateOf(typed: string, now: Date): string | null {
  // In some time zones it is tomorrow already.
  const today = new Date(now.getTime() + 14 * HOUR * 1000);
  return birthdateProblem(typed, today.toISOString().slice(0, 10)) === null ? isoDate(typed) : null;
}

/** yyyy-mm-dd in the date format of the product (specification, section 9). */
export function shownDate(iso: string | null): string | null {
  if (iso === null) return null;
  const [year = '', month = '', day = ''] = iso.split('-');
  return `${month}/${day}/${year}`;
}
