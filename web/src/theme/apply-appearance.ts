import type { Appearance } from '@florin/contract/program/appearance';

/**
 * Applies a person's theme and color scheme to the page.
 * @param fixedTheme a theme that stays, whatever the person has chosen
 */
export function applyAppearance({ theme, scheme }: Appearance, fixedTheme: Appearance['theme'] | null): void {
  const { dataset } = document.documentElement;
  if (fixedTheme === null) {
    if (theme === 'fresh') delete dataset['theme'];
    else dataset['theme'] = theme;
  }
  if (scheme === 'system') delete dataset['scheme'];
  else dataset['scheme'] = scheme;
}
