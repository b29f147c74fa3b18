// Hashes verified a second with the product's parameters, as many at once as there are cores; printed as one number.
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { rate } from './load.ts';

const stored = await hash('paper-lantern-harbor-42', { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
const seconds = Number(process.argv[2] ?? 3);
console.log(
  await rate(availableParallelism(), seconds, async () => void (await verify(stored, 'paper-lantern-harbor-42'))),
);
