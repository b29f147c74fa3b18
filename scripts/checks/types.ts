/** `npm run types`: compiles everything, and holds the hand-written types of the tables against the database. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { writeCatalog } from '../../server/src/testing/database/catalog.ts';

const root = new URL('../..', import.meta.url);
const catalog = new URL('.cache/catalog/', root);

/** @param name under which what has been compiled is kept, so that only what has changed is compiled the next time */
async function compile(name: string, ...options: string[]): Promise<boolean> {
  const tsc = fileURLToPath(new URL('node_modules/typescript/bin/tsc', root));
  const kept = ['--incremental', '--tsBuildInfoFile', fileURLToPath(new URL(`.cache/${name}.tsbuildinfo`, root))];
  // Several checkers each derive the types that they share, and collecting garbage often takes longer than checking.
  const compiler = spawn(process.execPath, [tsc, '--checkers', '1', ...kept, ...options], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, GOGC: '400' },
  });
  const [code] = (await once(compiler, 'close')) as [number | null];
  return code === 0;
}

const [compiles, agrees] = await Promise.all([
  compile('types', ...process.argv.slice(2)),
  writeCatalog(catalog).then(() => compile('catalog', '--project', fileURLToPath(catalog))),
]);
process.exitCode = compiles && agrees ? 0 : 1;
