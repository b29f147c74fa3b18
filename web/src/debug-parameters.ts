import { readSite } from './site.ts';

const themes = ['legacy', 'fresh'] as const;

/** A debug parameter of the document's address; null if it is missing or the installation ignores them (reading 15). */
export function debugParameter(name: 'theme' | 'themeDebug' | 'tourDebug'): string | null {
  return readSite().debugParameters ? first.get(name) : null;
}

// Navigation changes the address; the parameters the document was opened with stay in force.
const first = new URLSearchParams(typeof window === 'undefined' ? '' : window.location.search);

/** The theme that `?theme=` names. */
export const chosenTheme = () => themes.find((theme) => theme === debugParameter('theme')) ?? null;

/** Applies `?theme=`, and with `?themeDebug` shows the theme's tokens. */
export function applyThemeParameter(): void {
  const theme = chosenTheme();
  if (theme !== null) document.documentElement.dataset['theme'] = theme;
  if (debugParameter('themeDebug') !== null)
    void import('./theme/theme-debug.ts').then(({ showTokens }) => showTokens());
}
