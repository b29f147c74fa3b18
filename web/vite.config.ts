import { fileURLToPath } from 'node:url';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { entryStyles } from './vite/entry-styles.ts';
import { onlyTheEntrance } from './vite/only-the-entrance.ts';
import { precompress } from './vite/precompress.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const clientFolder = folder('dist/client');

/**
 * Two builds: `vite build web` makes dist/client, the browser's files; after it, `vite build web --ssr src/prerender.tsx`
 * makes dist/server/prerender.js, with which the server paints the first page.
 */
export default defineConfig(({ isSsrBuild = false }) => ({
  root: folder('.'),
  plugins: [
    react(),
    { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' },
    entryStyles(clientFolder),
    onlyTheEntrance(),
    !isSsrBuild && precompress(),
  ],
  // The server's bundle carries its own production React, whatever NODE_ENV the server runs with.
  ssr: { noExternal: true },
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  build: {
    outDir: isSsrBuild ? folder('dist/server') : clientFolder,
    emptyOutDir: true,
    copyPublicDir: !isSsrBuild,
    manifest: !isSsrBuild,
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    // Preloading is native in every supported browser, and nothing may be inlined under the page's CSP.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
  },
  worker: { format: 'es' },
}));
