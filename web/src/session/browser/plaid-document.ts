/** The query parameter of the document that may run Plaid's script (server/src/http/pages.ts). */
const connectParameter = 'connect';

/** Opens the document that may run Plaid's script. */
export function leaveForPlaid(path: string): void {
  window.location.assign(`${path}?${connectParameter}`);
}

/**
 * The address that this document was loaded from, if it may run Plaid's script: it was opened for that, or a bank has sent
 * the browser back to it. The router may have changed the address bar since.
 */
export function plaidDocument(): URL | null {
  const [entry] = performance.getEntriesByType('navigation');
  const address = new URL(entry?.name ?? window.location.href);
  return address.searchParams.has(connectParameter) || address.searchParams.has('oauth_state_id') ? address : null;
}
