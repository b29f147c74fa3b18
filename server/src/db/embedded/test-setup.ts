import { startTestCluster } from './test-cluster.ts';

/** Vitest's global setup: the test cluster runs from before the first test until after the last. */
export default async function setup(): Promise<() => Promise<void>> {
  const { stop } = await startTestCluster();
  return stop;
}
