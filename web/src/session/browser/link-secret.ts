/** Pages whose links end with a secret: a ticket, or the code of a mail. */
const pages = {
  autologin: '/autologin',
  resetPassword: '/reset-password',
  vendorCardDetails: '/card-details-request',
} as const;
/** The address of the link whose secret follows a #. */
const fundsVerification = '/funds-verification';
type SecretPage = keyof typeof pages | 'fundsVerification';

let taken: { page: SecretPage; secret: string } | null = null;

/** The secret at the end of a path, and the path without it; null if there is none. */
export function secretIn(pathname: string): { page: SecretPage; secret: string; path: string } | null {
  for (const [page, path] of Object.entries(pages) as [keyof typeof pages, string][])
    if (pathname.startsWith(`${path}/`))
      return { page, secret: decoded(pathname.slice(path.length + 1).replace(/\/+$/, '')), path };
  return null;
}

/**
 * Takes the secret out of the address bar and out of the history's entry, before the page does anything else: it is in
 * memory only, until this document goes (reading 8, security design P16).
 * @returns whether there was one
 */
export function takeLinkSecret(): boolean {
  const { pathname, hash } = window.location;
  if (pathname === fundsVerification && hash.length > 1) {
    taken = { page: 'fundsVerification', secret: hash.slice(1) };
    window.history.replaceState(null, '', pathname);
    return true;
  }
  const found = secretIn(pathname);
  if (found === null) return false;
  taken = { page: found.page, secret: found.secret };
  window.history.replaceState(null, '', found.path + window.location.search);
  return true;
}

/** The secret this page was opened with; null if there was none, or it is no longer needed. */
export const linkSecret = (page: SecretPage): string | null =>
  taken?.page === page && taken.secret !== '' ? taken.secret : null;

/** Forgets a secret that was used up. */
export function forgetLinkSecret(): void {
  taken = null;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
