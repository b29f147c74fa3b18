import { readSite } from '../site.ts';

const key = 'florin.worn';

/**
 * Makes the page look like the program of whoever is signed in: the site stands in the document, so another program means
 * another document. It happens once for a program, so that a server that sees it otherwise cannot make the page go round.
 * @param slug of the person's program; null for the installation's own
 * @returns a promise that stays open where the page is left
 */
export async function wearProgram(slug: string | null, href: string): Promise<void> {
  if (slug === readSite().program.slug) return sessionStorage.removeItem(key);
  if (sessionStorage.getItem(key) === String(slug)) return undefined;
  sessionStorage.setItem(key, String(slug));
  window.location.replace(href);
  return new Promise(() => {});
}
