import * as v from 'valibot';
import { readSite } from '../site.ts';
import { stored } from '../stored.ts';

/* How this tab came to its document: opened by a person, or loaded by a script. */

/** When this document was loaded, in milliseconds since the Unix epoch. */
const loadedAt = Date.now();
const scripted = stored('florin-scripted-navigation', v.literal(true), 'session');
let isAsked = false;

/** Called before a script loads the next document of this tab. */
export function markScriptedNavigation(): void {
  scripted.write(true);
}

/**
 * When a person opened this document, in milliseconds since the Unix epoch. Null if a script loaded it, if nobody sees it (a
 * tab in the background, or one that the browser has restored), and from the second call on.
 */
export function documentOpenedAt(): number | null {
  if (isAsked) return null;
  isAsked = true;
  const isScripted = scripted.read() !== null;
  scripted.remove();
  return isScripted || document.visibilityState === 'hidden' ? null : loadedAt;
}

/** The program for which the document was reloaded; its slug is null for the installation's own branding. */
const branded = stored('florin-branded', v.object({ slug: v.nullable(v.string()) }), 'session');

/**
 * Gives the page the branding of a person's program. The branding is part of the document, so another program means another
 * document. It is loaded once for a program: a server that disagrees cannot make the page reload forever.
 * @param slug of the person's program; null for the installation's own
 * @returns a promise that stays pending while the page is being left
 */
export async function applyBranding(slug: string | null, href: string): Promise<void> {
  if (slug === readSite().program.slug) return branded.remove();
  if (branded.read()?.slug === slug) return undefined;
  branded.write({ slug });
  window.location.replace(href);
  return new Promise(() => {});
}
