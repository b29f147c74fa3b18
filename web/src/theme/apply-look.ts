import type { Look } from '@florin/contract/appearance';
import { chosenTheme } from './theme-parameter.ts';

/** Puts a person's theme and colours on the page; a theme that a debug parameter names stays. */
export function applyLook({ theme, scheme }: Look): void {
  const { dataset } = document.documentElement;
  if (chosenTheme() === null) {
    if (theme === 'fresh') delete dataset['theme'];
    else dataset['theme'] = theme;
  }
  if (scheme === 'system') delete dataset['scheme'];
  else dataset['scheme'] = scheme;
}
