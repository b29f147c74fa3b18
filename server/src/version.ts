import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** The product's version, from the package file at the root. */
export const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/**
 * Tells one build of the web app from another: its first page names every file by the hash of its content. `none` where
 * the web app is not built.
 */
export const build: string = (() => {
  try {
    const page = readFileSync(new URL('../../web/dist/client/index.html', import.meta.url));
    return createHash('sha256').update(page).digest('hex').slice(0, 16);
  } catch {
    return 'none';
  }
})();
