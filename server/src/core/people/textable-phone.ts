import {
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
  type NumberType,
} from 'libphonenumber-js/max';

/** Numbers with extra charges for the sender, or that belong to no person (security design P19). */
const refusedTypes: ReadonlySet<NumberType> = new Set([
  'PREMIUM_RATE',
  'SHARED_COST',
  'TOLL_FREE',
  'PAGER',
  'UAN',
  'VOICEMAIL',
]);

/**
 * A phone that can get texts, as E.164; null if the country is not allowed or its numbering plan has no such number.
 * @param typed national digits, or the whole number with the country's code
 * @param countryCode ISO 3166-1 alpha-2
 */
export function textablePhone(typed: string, countryCode: string, allowed: readonly string[]): string | null {
  if (!allowed.includes(countryCode) || !isSupportedCountry(countryCode)) return null;
  const number = parsePhoneNumberFromString(typed, { defaultCountry: countryCode, extract: false });
  if (!number?.isValid() || number.ext !== undefined || refusedTypes.has(number.getType())) return null;
  // Countries share dialling codes: the number must belong to the chosen country.
  return number.country === undefined || number.country === countryCode ? number.number : null;
}

/**
 * Whether a stored phone may be sent a text now: it may be older than the configured list of countries.
 * @param phone E.164
 */
export function isTextable(phone: string, allowed: readonly string[]): boolean {
  const number = parsePhoneNumberFromString(phone);
  if (!number || refusedTypes.has(number.getType())) return false;
  const countries: CountryCode[] = number.country ? [number.country] : number.getPossibleCountries();
  return countries.some((country) => allowed.includes(country));
}
