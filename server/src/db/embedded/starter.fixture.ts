import { lock } from './file-lock.ts';
import { preparePlace } from './place.ts';
import { startEmbeddedPostgres } from './start.ts';

/** A process for the tests to kill: `start` starts a server, `hold` keeps the start lock. */
const [action, dataDir] = process.argv.slice(2);
if (!dataDir) throw new Error('Name the data folder.');

if (action === 'hold') {
  await lock((await preparePlace(dataDir, () => {})).startLock, 'exclusive');
  process.send?.('held');
} else {
  const { adopted } = await startEmbeddedPostgres({ dataDir });
  process.send?.({ adopted });
}
process.on('message', () => {});
