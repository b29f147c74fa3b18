import type { Plugin } from 'vite';

/**
 * For the server's build: what the pages load later (`import()`) is left out, because the server renders the first paint
 * and nothing after it. Such an import is never reached there.
 */
export function onlyTheEntrance(): Plugin {
  return {
    name: 'only-the-entrance',
    apply: (_, { isSsrBuild }) => isSsrBuild === true,
    resolveDynamicImport: () => false,
  };
}
