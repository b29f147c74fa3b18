import * as v from 'valibot';
import { paths } from '../../paths.ts';
import { stored } from '../../stored.ts';
import { ownAddressOf, type OwnAddress } from '../destination.ts';

/* The page that a person wanted when a sign-in came between. It belongs to the tab, so it survives new documents. */

const wanted = stored('florin-return-to', v.string(), 'session');

/** Remembers an address of this app for the next sign-in in this tab; any other address forgets the earlier one. */
export function rememberAddress(address: string): void {
  const own = ownAddressOf(address);
  if (own === paths.dashboard) wanted.remove();
  else wanted.write(own);
}

export const forgetAddress = (): void => wanted.remove();

/** The remembered page, or the dashboard. */
export const wantedAddress = (): OwnAddress => (followed = ownAddressOf(wanted.read() ?? ''));

let followed = '';
/** Whether this document was led to an address by the memory of it. */
export const isFollowed = (address: string): boolean => address === followed;
