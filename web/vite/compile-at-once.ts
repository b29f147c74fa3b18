import type { Plugin } from 'vite';

/** Asks browsers to compile all functions of a file while it arrives, beside the main thread, instead of each at its first call. */
const hint = '//# allFunctionsCalledOnLoad\n';

/** Below it the hint weighs more than it saves. */
const smallestFile = 35_000;

/** Marks the larger files, because pages call most functions of what they load. */
export function compileAtOnce(): Plugin {
  return {
    name: 'compile-at-once',
    apply: 'build',
    generateBundle: {
      // Browsers look for it at the beginning alone, where Vite writes as well.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && file.code.length >= smallestFile) file.code = hint + file.code;
      },
    },
  };
}
