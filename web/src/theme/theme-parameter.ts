import { readSite } from '../site.ts';

const themes: readonly (string | null)[] = ['legacy', 'fresh'];

/** Puts the theme that `?theme=` names on the page, where the installation heeds debug parameters (reading 15). */
export function applyThemeParameter(): void {
  const theme = new URLSearchParams(window.location.search).get('theme');
  if (theme === null || !readSite().debugParameters || !themes.includes(theme)) return;
  document.documentElement.dataset['theme'] = theme;
}
