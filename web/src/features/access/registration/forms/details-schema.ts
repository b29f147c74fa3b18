import { birthdateProblem } from '@florin/contract/dates/birthdate';
import { PersonName, RequiredPersonName, text } from '@florin/contract/fields';
import { CountryCode, DateOfBirth, Phone } from '@florin/contract/access/registration';
import * as v from 'valibot';
import { productTime } from '../../../../clock.ts';
import { registrationWords } from '../../../../messages/en/access/registration.ts';
import type { Country, Details, Profile } from '../data.ts';
import { phonesIfLoaded } from './phones.ts';

/** The day in this browser's time zone, yyyy-mm-dd. */
const today = () => new Intl.DateTimeFormat('en-CA', { dateStyle: 'short' }).format(productTime());

const Birthdate = v.pipe(
  DateOfBirth,
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const problem = birthdateProblem(dataset.value, today());
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
    tooOld: words.tooOld,
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
