import { afterEach, expect, test, vi } from 'vitest';
import { testSite } from './testing/test-site.ts';

afterEach(() => vi.unstubAllGlobals());

/** In an installation that applies debug parameters, or does not, as production does unless it is configured otherwise. */
test.each([
  [true, { theme: 'legacy', themeDebug: '', tourDebug: '' }],
  [false, { theme: null, themeDebug: null, tourDebug: null }],
] as const)('debug parameters, applied %s', async (debugParameters, expected) => {
  vi.stubGlobal('window', { location: { search: '?theme=legacy&themeDebug&tourDebug' } });
  vi.resetModules();
  const { setSite: setSiteOfModule } = await import('./site.ts');
  const { chosenTheme, debugParameter } = await import('./debug-parameters.ts');
  setSiteOfModule({ ...testSite, debugParameters });
  expect({
    theme: chosenTheme(),
    themeDebug: debugParameter('themeDebug'),
    tourDebug: debugParameter('tourDebug'),
  }).toEqual(expected);
});
