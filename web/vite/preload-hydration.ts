import type { Plugin } from 'vite';

/**
 * What brings the sign-in to life is loaded beside the entry, which imports it at the first touch. Its priority is low,
 * because the first paint does without it.
 */
export function preloadHydration(): Plugin {
  return {
    name: 'preload-hydration',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const found = Object.values(bundle).find((chunk) => chunk.type === 'chunk' && chunk.name === 'hydrate');
        const files = found?.type === 'chunk' ? [found.fileName, ...found.imports] : [];
        return files
          .map((file) => `/${file}`)
          .filter((href) => !html.includes(href))
          .map((href) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, fetchpriority: 'low', href },
            injectTo: 'head',
          }));
      },
    },
  };
}
