import { withoutCardNumbers } from '@florin/contract/card-number';

/** What may stand in the log of a page's error, whoever sent it. */
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
/** Queries and fragments of addresses can hold secrets; so can what stands after the route. */
const addressTail = /(https?:\/\/[^\s?#)]*)[?#][^\s)]*/g;
const controls = /(?:[^\P{Cc}\n]|[\p{Zl}\p{Zp}])+/gu;
/** Not seen, and they change how other text reads: marks that turn its direction, joiners, fillers. */
const unseen = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;

/** Takes out what can be a secret or somebody's address, and whatever would forge lines of a log (CWE-117, CWE-532). */
export const harmless = (text: string): string =>
  withoutCardNumbers(text.replaceAll(controls, ' ').replaceAll(unseen, ''), '[number]')
    .replaceAll(addressTail, '$1')
    .replaceAll(address, '[address]')
    .replaceAll(tokenLike, '[token]');

/** The shape of a correlation id: what people read out to support has to be found in the log as it is. */
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
