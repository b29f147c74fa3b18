import * as v from 'valibot';
import { stored } from '../../stored.ts';

/** Pages whose links end with a secret: a ticket, or the code of a mail. */
const pages = {
  autologin: '/autologin',
  resetPassword: '/reset-password',
  vendorCardDetails: '/card-details-request',
  loginLink: '/login-link',
  registrationLink: '/registration-link',
} as const;
/** The address of the link whose secret follows a #. */
const fundsVerification = '/funds-verification';
type SecretPage = keyof typeof pages | 'fundsVerification';

let taken: { page: SecretPage; secret: string } | null = null;

/**
 * The code of a vendor's link that has not been used, for this tab: it survives a reload, after which the page is the
 * same as before (reading 24). Empty once it was used. The other secrets end with their document.
 */
const unusedVendorCode = stored('florin.vendor-link', v.string(), 'session');

/** The secret at the end of a path, and the path without it; null if there is none. */
export function secretIn(pathname: string): { page: SecretPage; secret: string; path: string } | null {
  for (const [page, path] of Object.entries(pages) as [keyof typeof pages, string][])
    if (pathname.startsWith(`${path}/`))
      return { page, secret: decoded(pathname.slice(path.length + 1).replace(/\/+$/, '')), path };
  return null;
}

/**
 * Takes the secret out of the address bar and out of the history's entry, before the page does anything else (reading 8,
 * security design P16). It is in memory only, until this document goes; a vendor's code lasts until it is used.
 * @returns whether there was one
 */
export function takeLinkSecret(): boolean {
  const { pathname, hash } = window.location;
  taken = null;
  if (pathname === fundsVerification && hash.length > 1) {
    taken = { page: 'fundsVerification', secret: hash.slice(1) };
    window.history.replaceState(null, '', pathname);
    return true;
  }
  const found = secretIn(pathname);
  if (found === null) return false;
  taken = { page: found.page, secret: found.secret };
  if (found.page === 'vendorCardDetails') unusedVendorCode.write(found.secret);
  window.history.replaceState(null, '', found.path + window.location.search);
  return true;
}

/** The secret this page was opened with; null if there was none, or it is no longer needed. */
export function linkSecret(page: SecretPage): string | null {
  const secret = taken?.page === page ? taken.secret : page === 'vendorCardDetails' ? unusedVendorCode.read() : null;
  return secret === '' ? null : secret;
}

/** Forgets a secret that was used up. */
export function forgetLinkSecret(): void {
  taken = null;
  unusedVendorCode.remove();
}

/** Forgets the code of a vendor's link, which shows nothing any more, and keeps that this tab had one. */
export function endVendorLink(): void {
  taken = null;
  unusedVendorCode.write('');
}

/** Whether this tab has used the link that it was opened with. */
export const hasUsedVendorLink = (): boolean => unusedVendorCode.read() === '';

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
