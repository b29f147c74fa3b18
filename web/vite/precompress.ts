import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const text = /\.(js|css|svg|json)$/;

/** Writes a brotli and a gzip file next to every text asset, so that the server compresses nothing while people wait. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      const names = Object.keys(bundle).filter((name) => name.startsWith('assets/') && text.test(name));
      await Promise.all(
        names.map(async (name) => {
          const path = join(dir!, name);
          const content = await readFile(path);
          const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
          await writeFile(`${path}.br`, await brotli(content, quality));
          await writeFile(`${path}.gz`, await zip(content, { level: 9 }));
        }),
      );
    },
  };
}
