import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const virtualId = 'virtual:entry-styles';

/**
 * The styles of the entry stand in the HTML instead of a file, so that the first paint waits for nothing else.
 * In the browser's build their link stays, disabled: Vite's loader then takes them for loaded. In the server's build,
 * which comes after it, `virtual:entry-styles` is their text.
 */
export function entryStyles(clientFolder: string): Plugin {
  return {
    name: 'entry-styles',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) => html.replaceAll(/<link rel="stylesheet"(?: crossorigin)?/g, '<link rel="stylesheet" disabled'),
    },
    resolveId(id) {
      return id === virtualId ? `\0${virtualId}` : undefined;
    },
    async load(id) {
      if (id !== `\0${virtualId}`) return undefined;
      const manifest = JSON.parse(await readFile(join(clientFolder, '.vite/manifest.json'), 'utf8')) as Manifest;
      const styles = entryFiles(manifest).map((file) => readFile(join(clientFolder, file), 'utf8'));
      return `export default ${JSON.stringify((await Promise.all(styles)).join(''))}`;
    },
  };
}

type Manifest = Record<string, { isEntry?: boolean; imports?: string[]; css?: string[] }>;

/** The style sheets of the entry and of what it imports at once. */
function entryFiles(manifest: Manifest): string[] {
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string) => {
    if (seen.has(name)) return;
    seen.add(name);
    for (const imported of manifest[name]?.imports ?? []) visit(imported);
    for (const file of manifest[name]?.css ?? []) files.add(file);
  };
  for (const [name, chunk] of Object.entries(manifest)) if (chunk.isEntry) visit(name);
  return [...files];
}
