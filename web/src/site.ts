import type { Site } from '@florin/contract/site';

let current: Site | null = null;

/**
 * What the page knows before anyone signs in: the program, announcements, limits. The server writes it into the HTML as
 * `<script type="application/json" id="site">`; it is read once and does not change while the page is open.
 */
export function readSite(): Site {
  current ??= JSON.parse(document.getElementById('site')?.textContent ?? 'null') as Site | null;
  if (current === null) throw new Error('The page carries no #site.');
  return current;
}

/** The same for components. Not a subscription: the site is constant. */
export function useSite(): Site {
  return readSite();
}

/** For the prerender, which has no document: sets the site of the page that is rendered next, in one go. */
export function setSite(site: Site): void {
  current = site;
}
