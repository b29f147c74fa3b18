/** `npm test` plays the same few sequences each time; `npm run bench:flows` plays any number of others. */
const asked = process.env['FLOW_RUNS'];

export const onTheServer = asked === undefined ? { numRuns: 6, seed: 1 } : { numRuns: Number(asked) };
export const onTheModel = asked === undefined ? { numRuns: 2000, seed: 1 } : { numRuns: 100_000 };
export const timeout = asked === undefined ? 60_000 : 3_600_000;
