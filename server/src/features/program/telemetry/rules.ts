import { withoutCardNumbers } from '@florin/contract/cards/card-number';

/** The allowed content of a page's error in the log, from any sender. */
export interface ClientError {
  errorId: string;
  name: string;
  message: string;
  stack: string;
  route: string;
  appVersion: string;
}

/** Long words can be tokens. */
const tokenLike = /[\w-]{32,}/g;
const address = /[^\s@<>()]+@[^\s@<>()]+/g;
/** Queries and fragments of addresses can contain secrets, and so can the part after the route. */
const addressTail = /(https?:\/\/[^\s?#)]*)[?#][^\s)]*/g;
const controls = /(?:[^\P{Cc}\n]|[\p{Zl}\p{Zp}])+/gu;
/** Invisible characters that change how other text is shown: direction marks, joiners, fillers. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;

/**
 * Removes possible secrets and people's addresses, and characters that would forge lines of a log (CWE-117, CWE-532).
 */
export const harmless = (text: string): string =>
  withoutCardNumbers(text.replaceAll(controls, ' ').replaceAll(unseen, ''), '[number]')
    .replaceAll(addressTail, '$1')
    .replaceAll(address, '[address]')
    .replaceAll(tokenLike, '[token]');

/** The form of a correlation id: the id that people read out to support must be found in the log unchanged. */
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A page's error as it is logged. */
export const loggable = ({ errorId, name, message, stack, route, appVersion }: ClientError): ClientError => ({
  errorId: uuid.test(errorId) ? errorId : harmless(errorId),
  name: harmless(name),
  message: harmless(message),
  stack: harmless(stack),
  route: harmless(route),
  appVersion: harmless(appVersion),
});
