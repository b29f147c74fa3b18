import { fileURLToPath } from 'node:url';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { clearAnnouncer } from './vite/clear-announcer.ts';
import { compileAtOnce } from './vite/compile-at-once.ts';
import { entryStyles } from './vite/entry-styles.ts';
import { onlyTheEntrance } from './vite/only-the-entrance.ts';
import { precompress } from './vite/precompress.ts';
import { preloadHydration } from './vite/preload-hydration.ts';
import { viewsOf, type Graph, type View } from './vite/views.ts';

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const clientFolder = folder('dist/client');

/**
 * Few files, because each costs a cheap phone a round trip, and none that brings what is another page's: the sign-in page
 * is one, the shell is one, and what others share is joined within its view until a file is worth its request. Pages
 * stay alone. `bench/` and `npm run budgets` hold the weight (decision 025).
 */
const viewOf = viewsOf();
/** @param joinedUpTo bytes below which a file joins another of its view; without it the view is one file */
const shared = (view: View, priority: number, joinedUpTo = 0) => ({
  name: (id: string, graph: Graph) => (viewOf(id, graph) === view ? view : null),
  debugName: view,
  test: (id: string) => !/(Page|Frame)\.tsx$/.test(id),
  priority,
  ...(joinedUpTo > 0 && { minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: joinedUpTo }),
});
const codeSplitting = {
  // What a module imports stays in its own view.
  includeDependenciesRecursively: false,
  groups: [
    shared('main', 6),
    // Fields for days alone use it, though its package is loaded with the first page.
    { name: 'number-parser', test: /@internationalized\/number\/.*NumberParser/, priority: 7 },
    // Apart from the kit's parts, of which a part that is loaded late, such as a calendar, needs only some.
    // Its dialogs are loaded when they are opened, and not every list has an export or days.
    {
      name: 'lists',
      test: /\/flows\/lists\/(?!search-schema|current-export|ViewActs|ViewDialog|DeleteView|FewerFilters|ExportButton|download|export|PageTabs|days|found)/,
      priority: 5,
    },
    { name: 'export', test: /\/flows\/lists\/(?:ExportButton|download|export\.module)\.(?:tsx?|css)$/, priority: 5 },
    // Small parts of many pages, which would otherwise bring along whatever they were joined with.
    {
      name: 'parts',
      test: /\/contract\/src\/(?:dates\/dates|exports|pages|cards\/card-(?:parts|counts))\.ts$|\/en\/kit\/lists\.ts$|\/kit\/(?:actions\/(?:Segments|IconButton)|text\/(?:LastDigits|wait-text)|feedback\/(?:StatusText|LoadingRows)|card\/looks)\.(?:tsx?|module\.css)$|\/kept-forms\/use-kept-form\.ts$|\/flows\/(?:lists\/current-export|requests\/ask-key|time\/(?:When|Ago|use-now)|use-single-keys)\.tsx?$/,
      priority: 5,
    },
    // The list alone: its sheet is loaded when a row is opened, and the sheet's dialogs when they are opened.
    {
      name: 'transactions',
      test: /\/cards\/transactions\/(?:TransactionList|list-search)\.tsx?$/,
      priority: 5,
    },
    // Dialogs alone need it.
    {
      name: 'kept',
      test: /\/kept-forms\/(?:use-kept-fields|KeptNotice)\.(?:tsx?|module\.css)$|\/en\/kit\/kept-forms\.ts$/,
      priority: 5,
    },
    { name: 'categories', test: /\/contract\/src\/cards\/policies\/merchant-categories\.ts$/, priority: 5 },
    {
      name: 'spending',
      test: /\/flows\/spend-rules\/|\/cards\/policies\/rule-(?:sentences|words)\.ts$/,
      priority: 5,
    },
    {
      name: 'policies',
      test: /\/cards\/spend-policies\/(?:parse-rule\.ts|CardField\.tsx)$|\/en\/cards\/spend-policies\.ts$/,
      priority: 5,
    },
    {
      name: 'policy-calls',
      test: /\/contract\/src\/cards\/(?:spend-(?:policies|overrides)|category-groups)\.ts$/,
      priority: 5,
    },
    // The calls of the policies' pages, which together compress better than apart.
    {
      name: 'spend-calls',
      test: /\/contract\/src\/cards\/(?:spend-policies|spend-limits|spend-overrides|category-groups)\.ts$/,
      priority: 5,
    },
    { name: 'login', tags: ['$initial' as const], priority: 5 },
    shared('shell', 4),
    shared('base', 3, 60_000),
    shared('open', 2, 8_000),
    shared('pages', 1, 1_000),
  ],
};
/**
 * The bundler names a shared file after all pages that share it. Seven characters of a hash are the fewest that it takes
 * for so many files; the sign-in page loads the names of many of them.
 */
const shortName = (name = 'file') => `assets/${name.split(/[~.]/)[0]}-[hash:7]`;

/**
 * Two builds: `vite build web` makes dist/client, the browser's files; after it, `vite build web --ssr src/prerender.tsx`
 * makes dist/server/prerender.js, with which the server paints the first page.
 */
export default defineConfig(({ isSsrBuild = false }) => ({
  root: folder('.'),
  plugins: [
    react(),
    { ...optimizeLocales.vite({ locales: ['en-US'] }), enforce: 'pre' },
    clearAnnouncer(),
    entryStyles(clientFolder),
    onlyTheEntrance(),
    preloadHydration(),
    !isSsrBuild && compileAtOnce(),
    !isSsrBuild && precompress(),
  ],
  // The server's bundle carries its own production React, whatever NODE_ENV the server runs with.
  ssr: { noExternal: true },
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
  build: {
    outDir: isSsrBuild ? folder('dist/server') : clientFolder,
    // A server that runs serves a page that names older files; scripts/build.mjs removes them after a day.
    emptyOutDir: isSsrBuild,
    copyPublicDir: !isSsrBuild,
    manifest: !isSsrBuild,
    target: 'es2023',
    cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
    // Preloading is native in every supported browser, and nothing may be inlined under the page's CSP.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: isSsrBuild
      ? {}
      : {
          // An entry of its own, so that the bundler counts what the sign-in needs at once as needed from the start.
          input: { index: folder('index.html'), hydrate: folder('src/hydrate.tsx') },
          // It is imported for its file alone (routes/SignedInFrame.tsx).
          treeshake: { moduleSideEffects: [{ test: /\/kit\/forms\/use-contract-form\.ts$/, sideEffects: true }] },
          output: {
            codeSplitting,
            // Files that import each other run their modules in the order of the sources.
            strictExecutionOrder: true,
            chunkFileNames: ({ name }) => `${shortName(name)}.js`,
            assetFileNames: ({ names }) => `${shortName(names[0])}[extname]`,
          },
        },
  },
  worker: { format: 'es' },
}));
