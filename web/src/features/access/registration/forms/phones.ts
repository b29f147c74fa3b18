import type { CountryCode } from 'libphonenumber-js/min';

/** The used part of the library for phone numbers. */
export interface Phones {
  /** A number in the format of that country, while it is typed. */
  format(text: string, countryCode: string): string;
  /** Whether a number exists in that country's plan, and belongs to that country. */
  isValid(text: string, countryCode: string): boolean;
}

let loading: Promise<Phones> | null = null;
let loaded: Phones | null = null;

/** The library, if it is loaded already. */
export const phonesIfLoaded = (): Phones | null => loaded;

/** The library is loaded when the first phone field is shown. A failed load can be retried. */
export function loadPhones(): Promise<Phones> {
  loading ??= load().catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load(): Promise<Phones> {
  const { AsYouType, isSupportedCountry, parsePhoneNumberFromString } = await import('libphonenumber-js/min');
  const known = (code: string): CountryCode | undefined => (isSupportedCountry(code) ? code : undefined);
  loaded = {
    format: (text, countryCode) => new AsYouType(known(countryCode)).input(text),
    isValid(text, countryCode) {
      const number = parsePhoneNumberFromString(text, { defaultCountry: known(countryCode), extract: false });
      // Countries that share a plan (United States and Canada) can be distinguished only by some numbers.
      return number?.isValid() === true && (number.country ?? countryCode) === countryCode;
    },
  };
  return loaded;
}
