import {
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
  type NumberType,
} from 'libphonenumber-js/max';

/** Numbers that cost whoever writes to them, or that no person has in a pocket (security design P19). */
const refusedTypes: ReadonlySet<NumberType> = new Set([
  'PREMIUM_RATE',
  'SHARED_COST',
  'TOLL_FREE',
  'PAGER',
  'UAN',
  'VOICEMAIL',
]);

/**
 * A phone that takes texts, as E.164; null where the country is not allowed or its numbering plan has no such number.
 * @param typed national digits, or the whole number with the country's code
 * @param countryCode ISO 3166-1 alpha-2
 */
export function textablePhone(typed: string, countryCode: string, allowed: readonly string[]): string | null {
  if (!allowed.includes(countryCode) || !isSupportedCountry(countryCode)) return null;
  const number = parsePhoneNumberFromString(typed, { defaultCountry: countryCode, extract: false });
  if (!number?.isValid() || number.ext !== undefined || refusedTypes.has(number.getType())) return null;
  // Countries share dialling codes: the number has to be of the one that was chosen.
  return number.country === undefined || number.country === countryCode ? number.number : null;
}

/**
 * Whether a phone that is kept may be sent a text now: it may be older than the operator's list of countries.
 * @param phone E.164
 */
export function isTextable(phone: string, allowed: readonly string[]): boolean {
  const number = parsePhoneNumberFromString(phone);
  if (!number || refusedTypes.has(number.getType())) return false;
  const countries: CountryCode[] = number.country ? [number.country] : number.getPossibleCountries();
  return countries.some((country) => allowed.includes(country));
}
