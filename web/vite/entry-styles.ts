import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const virtualId = 'virtual:entry-styles';
const fileName = '.vite/entry-styles.css';

/**
 * The styles of the entries stand in the HTML instead of in files, so that the first paint waits for nothing else: the
 * browser's build gathers them in one text and takes them for loaded, and in the server's build, which comes after it,
 * `virtual:entry-styles` is that text.
 */
export function entryStyles(clientFolder: string): Plugin {
  return {
    name: 'entry-styles',
    apply: 'build',
    generateBundle: {
      // Before Vite writes down which styles each lazy chunk has to bring along.
      order: 'pre',
      handler(_, bundle) {
        if (this.environment.config.consumer === 'client')
          this.emitFile({ type: 'asset', fileName, source: takeOut(bundle) });
      },
    },
    resolveId(id) {
      return id === virtualId ? `\0${virtualId}` : undefined;
    },
    async load(id) {
      if (id !== `\0${virtualId}`) return undefined;
      return `export default ${JSON.stringify(await readFile(join(clientFolder, fileName), 'utf8'))}`;
    },
  };
}

/** Removes the style sheets of the entries, and of what they import at once, from the bundle; returns their text. */
function takeOut(bundle: Rolldown.OutputBundle): string {
  const texts: string[] = [];
  const seen = new Set<string>();
  const visit = (name: string) => {
    const chunk = bundle[name];
    if (seen.has(name) || chunk?.type !== 'chunk') return;
    seen.add(name);
    for (const imported of chunk.imports) visit(imported);
    for (const file of chunk.viteMetadata?.importedCss ?? []) {
      const asset = bundle[file];
      if (asset?.type === 'asset') texts.push(String(asset.source));
      delete bundle[file];
    }
    chunk.viteMetadata?.importedCss.clear();
  };
  for (const [name, chunk] of Object.entries(bundle)) if (chunk.type === 'chunk' && chunk.isEntry) visit(name);
  return texts.join('');
}
