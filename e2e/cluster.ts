import setup from '../server/src/testing/database/setup.ts';

/** Where the hosts find the cluster and the demo database of the run; `setup.ts` passes it on. */
export type Places = Record<'FLORIN_TEST_CLUSTER' | 'FLORIN_TEST_DEMO', string>;

const stop = await setup();
const { FLORIN_TEST_CLUSTER, FLORIN_TEST_DEMO } = process.env as Places;
process.on('disconnect', () => void stop().then(() => process.exit(0)));
process.send!({ FLORIN_TEST_CLUSTER, FLORIN_TEST_DEMO } satisfies Places);
