/** The used part of the Trusted Types API; TypeScript's DOM library does not describe it. */
interface TrustedTypesFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

const externalScripts: readonly string[] = ['https://www.google.com/recaptcha/api.js?render=explicit'];

/** Scripts may come from the product's own assets, and from the addresses listed here; anything else throws. */
export function allowedScriptUrl(url: string, origin: string): string {
  const isOwn = new URL(url, origin).origin === origin && new URL(url, origin).pathname.startsWith('/assets/');
  if (isOwn || externalScripts.includes(url)) return url;
  throw new TypeError(`not a script of this product: ${url}`);
}

let policy: { createScriptURL(url: string): string } | null = null;

/**
 * Makes the only policy that the page's Content-Security-Policy allows (`trusted-types app`). It can be made once in a
 * page. main.ts makes it before anything else, so that no other script can take the name.
 */
export function claimPolicy() {
  const rules = { createScriptURL: (wanted: string) => allowedScriptUrl(wanted, window.location.origin) };
  const { trustedTypes } = window as { trustedTypes?: TrustedTypesFactory };
  return (policy ??= trustedTypes ? trustedTypes.createPolicy('app', rules) : rules);
}

/** A script address that the page's Content-Security-Policy accepts. */
export const scriptUrl = (url: string): string => claimPolicy().createScriptURL(url);
