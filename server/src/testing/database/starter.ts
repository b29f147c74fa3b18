import { lock } from '../../db/embedded/file-lock.ts';
import { preparePlace } from '../../db/embedded/place.ts';
import { startEmbeddedPostgres } from '../../db/embedded/start.ts';

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
