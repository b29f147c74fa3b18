import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { sentences } from './docs/specification/sentences.ts';
import { chromium } from './scripts/browser.ts';
import { hasScratchMemory, scratchInMemory } from './scripts/scratch.ts';

scratchInMemory();
const pictures = process.env['FLORIN_PICTURES'] ?? '';
const browser = await chromium();

/**
 * Tests of one kind, with a build of React. Its development build reports mistakes, such as a missing key, and takes twice
 * the time.
 */
const project = (
  name: string,
  build: 'development' | 'production',
  files: { include: string[]; exclude?: string[] },
): TestProjectInlineConfiguration => ({
  mode: build,
  plugins: [react()],
  oxc: { jsx: { runtime: 'automatic', development: build === 'development' } },
  cacheDir: `node_modules/.vite/${name}`,
  // Where pages may be written to, besides the project.
  ...(pictures !== '' && { server: { fs: { allow: [import.meta.dirname, pictures] } } }),
  // react-aria draws every row of a virtual list where NODE_ENV is "test".
  define: { 'process.env.NODE_ENV': JSON.stringify(build), 'process.env.VIRT_ON': 'undefined' },
  // A package that Vite finds in the middle of a run reloads the page. What is CommonJS, or is many files, is bundled
  // before; anything else is served as it is.
  optimizeDeps: {
    noDiscovery: true,
    include: [
      'react',
      'react/jsx-runtime',
      'react/jsx-dev-runtime',
      'react-dom',
      'react-dom/client',
      'react-aria-components',
      'react-aria-components/Button',
      'react-aria-components/ComboBox',
      'react-aria-components/Dialog',
      'react-aria-components/I18nProvider',
      'react-aria-components/Link',
      'react-aria-components/ListBox',
      'react-aria-components/Menu',
      'react-aria-components/Modal',
      'react-aria-components/Popover',
      'react-aria-components/RangeCalendar',
      'react-aria-components/Select',
      'react-aria-components/Tabs',
      'react-aria-components/Tooltip',
      'react-aria-components/Virtualizer',
      'react-aria-components/slots',
      '@internationalized/date',
      'lucide-react',
      '@tanstack/react-query',
      '@tanstack/react-router',
      'react-hook-form',
      'axe-core',
    ],
  },
  test: {
    name,
    ...files,
    setupFiles: ['web/src/testing/component-setup.ts'],
    expect: { requireAssertions: true, poll: { timeout: 30_000 } },
    testTimeout: 180_000,
    provide: {
      everyAppearance: process.env['FLORIN_LOOKS'] === 'full',
      pictures,
    },
    // One page a worker, kept for all its files; the setup takes back what a test changed. A page often waits for the
    // browser, so that three keep two cores busy.
    isolate: false,
    maxWorkers: 3,
    browser: {
      enabled: true,
      headless: true,
      ui: false,
      screenshotFailures: false,
      viewport: { width: 1280, height: 800 },
      provider: playwright({
        launchOptions: {
          ...browser,
          ignoreDefaultArgs: hasScratchMemory ? ['--disable-dev-shm-usage'] : [],
        },
        contextOptions: {
          locale: 'en-US',
          timezoneId: 'America/New_York',
          reducedMotion: 'reduce',
          viewport: { width: 1440, height: 900 },
        },
        actionTimeout: 30_000,
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});

/**
 * Tests in Chromium, with real focus, keys and layout (decision 028): `npm run test:component -- Table` of components and
 * pages, as people get them; `npm run test:screens` of every screen in its looks, with React's own warnings. A
 * configuration of its own, so that the other tests need no browser.
 */
export default defineConfig({
  test: {
    tags: sentences.map(({ id, text }) => ({ name: id, description: text })),
    projects: [
      project('component', 'production', {
        include: ['web/{src,kit-page}/**/*.component.test.tsx'],
        exclude: ['web/src/routes/screens/**'],
      }),
      project('screens', 'development', { include: ['web/src/routes/screens/*.component.test.tsx'] }),
    ],
  },
});
