import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';

/**
 * A phone number of a country as E.164; null if the country's numbering plan has no such number.
 * @param countryCode ISO 3166-1 alpha-2
 */
export function phoneOf(typed: string, countryCode: string): string | null {
  if (!isSupportedCountry(countryCode)) return null;
  const number = parsePhoneNumberFromString(typed, { defaultCountry: countryCode, extract: false });
  if (!number?.isValid() || number.ext !== undefined) return null;
  // Countries that share a plan can be distinguished only by some numbers.
  return (number.country ?? countryCode) === countryCode ? number.number : null;
}

/** An E.164 number in the parts of the details form; nulls if there is none. */
export function nationalPhone(phone: string | null): { phone: string | null; countryCode: string | null } {
  const number = phone === null ? undefined : parsePhoneNumberFromString(phone);
  return { phone: number?.formatNational() ?? null, countryCode: number?.country ?? null };
}

const names = new Intl.DisplayNames('en', { type: 'region' });

/** The countries a phone may belong to, by name; the United States are always among them (specification, section 3). */
export function phoneCountries(codes: readonly string[]) {
  return [...new Set(['US', ...codes])]
    .filter((code) => isSupportedCountry(code))
    .map((countryCode) => ({
      countryCode,
      countryName: names.of(countryCode) ?? countryCode,
      dialingCode: `+${getCountryCallingCode(countryCode)}`,
    }))
    .toSorted((a, b) => a.countryName.localeCompare(b.countryName));
}
