import { PersonName, RequiredPersonName, text } from '@florin/contract/fields';
import { CountryCode, DateOfBirth, Phone } from '@florin/contract/registration';
import * as v from 'valibot';
import { registrationWords } from '../../../messages/en/registration.ts';
import type { Country, Details, Profile } from './data.ts';
import { phonesIfLoaded } from './phones.ts';
import { registration } from '@florin/contract/limits';

const Birthdate = v.pipe(
  DateOfBirth,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const problem = birthdateProblem(dataset.value, new Date());
    if (problem !== null) addIssue({ message: problem });
  }),
);

/** Whether a number may belong to that country; without the library, only the server checks. */
const mayBePhone = (phone: string, country: string) =>
  phone.trim() === '' || (phonesIfLoaded()?.isValid(phone, country) ?? true);

/** The details form (specification, sections 3 and 5): the mobile phone may be empty here (reading 4). */
export const DetailsSchema = v.pipe(
  v.object({
    firstName: RequiredPersonName,
    middleName: PersonName,
    lastName: RequiredPersonName,
    dateOfBirth: Birthdate,
    homeCountryCode: CountryCode,
    homePhone: Phone,
    mobileCountryCode: CountryCode,
    mobilePhone: text(32),
  }),
  v.forward(
    v.partialCheck(
      [['homePhone'], ['homeCountryCode']],
      ({ homePhone, homeCountryCode }) => mayBePhone(homePhone, homeCountryCode),
      'format',
    ),
    ['homePhone'],
  ),
  v.forward(
    v.partialCheck(
      [['mobilePhone'], ['mobileCountryCode']],
      ({ mobilePhone, mobileCountryCode }) => mayBePhone(mobilePhone, mobileCountryCode),
      'format',
    ),
    ['mobilePhone'],
  ),
);

const words = registrationWords.details;
/** The sentences of section 5, by field and problem. */
export const detailsWords = {
  firstName: { missing: words.firstNameRequired },
  lastName: { missing: words.lastNameRequired },
  dateOfBirth: {
    missing: words.dateRequired,
    format: words.dateFormat,
    tooLong: words.dateFormat,
    noSuchDay: words.noSuchDay,
    inFuture: words.inFuture,
    tooYoung: words.tooYoung,
  },
  homePhone: { missing: words.homeRequired, format: words.phoneFormat },
  mobilePhone: { format: words.phoneFormat },
};

/** Section 9. */
const defaultCountry = 'US';

/** The form's first values: the saved details, otherwise those on file. */
export function initialDetails(entered: Details | null, profile: Profile, countries: readonly Country[]): Details {
  if (entered !== null) return entered;
  const listed = (code: string | null) =>
    countries.some(({ countryCode }) => countryCode === code) ? code! : defaultCountry;
  return {
    firstName: profile.firstName,
    middleName: profile.middleName ?? '',
    lastName: profile.lastName,
    dateOfBirth: profile.dateOfBirth ?? '',
    homeCountryCode: listed(profile.homePhoneCountryCode),
    homePhone: profile.homePhone ?? '',
    mobileCountryCode: listed(profile.mobilePhoneCountryCode),
    mobilePhone: profile.mobilePhone ?? '',
  };
}

/** Field names of the calls, if they differ from the form's. */
const inForm: Readonly<Record<string, keyof Details>> = {
  homePhoneCountryCode: 'homePhone',
  mobilePhoneCountryCode: 'mobilePhone',
};
export const fieldOfForm = (field: string): string => inForm[field] ?? field;

type BirthdateProblem = 'noSuchDay' | 'inFuture' | 'tooYoung';

/**
 * The problem of a date of birth of the form MM/dd/yyyy (specification, sections 5 and 9): a day that does not exist, a
 * future one, or one too few years ago (limits.ts). Null if it is fine. `today` counts in its own time zone.
 */
export function birthdateProblem(typed: string, today: Date): BirthdateProblem | null {
  const [month = 0, day = 0, year = 0] = typed.split('/').map(Number);
  const date = new Date(year, month - 1, day);
  // Years below 100 would be read as 19xx.
  date.setFullYear(year, month - 1, day);
  const exists = date.getFullYear() === year && date.getMonth() === month - 1 && date.getDate() === day;
  if (!exists || year < 1900) return 'noSuchDay';
  if (date > today) return 'inFuture';
  const birthday = new Date(date);
  birthday.setFullYear(year + registration.minimumAgeYears);
  return birthday > today ? 'tooYoung' : null;
}
