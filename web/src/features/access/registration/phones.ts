import type { CountryCode } from 'libphonenumber-js/min';

/** What the library of phone numbers does here. */
export interface Phones {
  /** A number as people of that country write it, while it is typed. */
  format(text: string, countryCode: string): string;
  /** Whether a number exists in that country's plan, and belongs to that country. */
  isValid(text: string, countryCode: string): boolean;
}

let loading: Promise<Phones> | null = null;
let loaded: Phones | null = null;

/** The library where it is there already. */
export const phonesIfLoaded = (): Phones | null => loaded;

/** The library is loaded when the first phone field is shown, not before. A failed load can be tried again. */
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
      // Countries that share a plan (United States and Canada) are told apart only where the number says which it is.
      return number?.isValid() === true && (number.country ?? countryCode) === countryCode;
    },
  };
  return loaded;
}
