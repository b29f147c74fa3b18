import type { Plugin } from 'vite';

/**
 * Adds the scripts that bring the sign-in to life to the template `later` of index.html. There it waits for the first paint;
 * the server opens the template on pages that the browser renders (`server/src/http/pages.ts`).
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
        const links = files
          .filter((file) => !html.includes(file))
          .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
        return html.replace('</template>', `${links.join('')}</template>`);
      },
    },
  };
}
