import { systemClock } from '../../ports/clock/clock.ts';
import { testStart } from '../test-start.ts';
import { makeDemoTemplate } from './template.ts';
import { startTestCluster } from './cluster.ts';

/**
 * The global setup of Vitest and Playwright: the test cluster runs from before the first test until after the last. The
 * browsers of the stories have the time of the machine, and so has their demo data; the tests of the server have their own.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const { stop } = await startTestCluster();
  await makeDemoTemplate(process.env['VITEST'] ? { now: () => testStart } : systemClock);
  return stop;
}
