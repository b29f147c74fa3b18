import { readSite } from '../site.ts';

const themes = ['legacy', 'fresh'] as const;

/** A debug parameter of the page's first address; null where it is missing or the installation does not heed them (reading 15). */
export function debugParameter(name: 'theme' | 'themeDebug' | 'tourDebug'): string | null {
  return readSite().debugParameters ? first.get(name) : null;
}

// The address changes under the app; what it was opened with counts for the whole document.
const first = new URLSearchParams(typeof window === 'undefined' ? '' : window.location.search);

/** The theme that `?theme=` names. */
export const chosenTheme = () => themes.find((theme) => theme === debugParameter('theme')) ?? null;

/** Puts the theme that `?theme=` names on the page, and with `?themeDebug` shows what it is made of. */
export function applyThemeParameter(): void {
  const theme = chosenTheme();
  if (theme !== null) document.documentElement.dataset['theme'] = theme;
  if (debugParameter('themeDebug') !== null) void import('./theme-debug.ts').then(({ showTokens }) => showTokens());
}
