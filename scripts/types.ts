/** `npm run types`: compiles everything, and holds the hand-written types of the tables against the database. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { writeCatalog } from '../server/src/testing/database/catalog.ts';

const root = new URL('..', import.meta.url);
const catalog = new URL('.cache/catalog/', root);

async function compile(...options: string[]): Promise<boolean> {
  const tsc = fileURLToPath(new URL('node_modules/typescript/bin/tsc', root));
  const [code] = (await once(spawn(process.execPath, [tsc, ...options], { cwd: root, stdio: 'inherit' }), 'close')) as [
    number | null,
  ];
  return code === 0;
}

const [compiles, agrees] = await Promise.all([
  compile(...process.argv.slice(2)),
  writeCatalog(catalog).then(() => compile('--project', fileURLToPath(catalog))),
]);
process.exitCode = compiles && agrees ? 0 : 1;
