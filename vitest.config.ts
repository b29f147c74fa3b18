import { defineConfig } from 'vitest/config';
import { sentences } from './docs/specification/sentences.ts';
import { scratchInMemory } from './scripts/scratch.ts';

scratchInMemory();

/** `npm run test:server -- login` runs the tests of one package whose path holds `login`. */
export default defineConfig({
  test: {
    // How long a test takes is not what it says: these are for one that hangs, on a machine that is busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // One more than two cores: a test waits now and then, for the database or a key derivation.
    maxWorkers: 3,
    expect: { requireAssertions: true, poll: { timeout: 30_000 } },
    // A test is tagged with the sentences of the specification that it proves.
    tags: sentences.map(({ id, text }) => ({ name: id, description: text })),
    projects: [
      { test: { name: 'contract', include: ['contract/src/**/*.test.ts'], pool: 'threads', isolate: false } },
      {
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          pool: 'forks',
          // The modules keep no state of their own, so the files of a worker share them: two thirds of the time.
          isolate: false,
          globalSetup: 'server/src/testing/database/setup.ts',
        },
      },
      {
        test: {
          name: 'repository',
          include: ['scripts/**/*.test.{ts,mjs}'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/src/**/*.test.{ts,tsx}'],
          exclude: ['**/*.component.test.tsx', '**/node_modules/**'],
          pool: 'threads',
          // A worker's files share their modules: a third of the time. They share the globals, too.
          isolate: false,
          unstubGlobals: true,
        },
      },
    ],
  },
});
