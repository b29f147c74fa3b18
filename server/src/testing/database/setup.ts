import { makeDemoTemplate } from './template.ts';
import { startTestCluster } from './cluster.ts';

/** The global setup of Vitest and Playwright: the test cluster runs from before the first test until after the last. */
export default async function setup(): Promise<() => Promise<void>> {
  const { stop } = await startTestCluster();
  await makeDemoTemplate();
  return stop;
}
