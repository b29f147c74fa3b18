import { describe, expect, test } from 'vitest';
import { sources as allSources } from '../imports.mjs';
import { storiesAbout, testsFor } from './changed.mjs';

const sources = [
  'contract/src/api.ts',
  'contract/src/access/login.ts',
  'contract/src/fields.test.ts',
  'server/src/app.ts',
  'server/src/testing/server.ts',
  'server/src/http/http.test.ts',
  'server/src/core/people/people.ts',
  'server/src/features/access/login/routes.ts',
  'server/src/features/access/login/login.test.ts',
  'server/src/features/cards/cards/routes.ts',
  'server/src/features/cards/cards/cards.test.ts',
  'web/src/features/access/login/LoginPage.tsx',
  'web/src/features/access/login/LoginPage.component.test.tsx',
  'web/src/features/access/login/words.test.ts',
  'web/src/kit/Button.tsx',
  'e2e/access/login.e2e.ts',
  'e2e/cards/cards.e2e.ts',
  'scripts/checks/layers.test.mjs',
  'scripts/start.test.mjs',
];
const imports = [
  ['contract/src/api.ts', 'contract/src/access/login.ts'],
  ['server/src/app.ts', 'contract/src/api.ts'],
  ['server/src/app.ts', 'server/src/features/access/login/routes.ts'],
  ['server/src/app.ts', 'server/src/features/cards/cards/routes.ts'],
  ['server/src/features/access/login/routes.ts', 'contract/src/access/login.ts'],
  ['server/src/features/access/login/routes.ts', 'server/src/core/people/people.ts'],
  ['server/src/testing/server.ts', 'server/src/app.ts'],
  ['server/src/features/cards/cards/cards.test.ts', 'server/src/testing/server.ts'],
  ['web/src/features/access/login/LoginPage.tsx', 'web/src/kit/Button.tsx'],
].map(([from, to]) => ({ from, to }));

const filesFor = (...changed) =>
  [...testsFor(changed, { sources, imports }).values()]
    .flat()
    .filter((file) => file !== 'scripts/checks/layers.test.mjs');

const server = 'server/src/features/access/login/login.test.ts';
const web = ['LoginPage.component.test.tsx', 'words.test.ts'].map((file) => `web/src/features/access/login/${file}`);

describe('the tests that a change can have broken', () => {
  test.each([
    ['a rule of a feature', ['server/src/features/access/login/routes.ts'], [server, 'e2e/access/login.e2e.ts']],
    ['a page', ['web/src/features/access/login/LoginPage.tsx'], [...web, 'e2e/access/login.e2e.ts']],
    ['a call', ['contract/src/access/login.ts'], ['contract/src/fields.test.ts', server, 'e2e/access/login.e2e.ts']],
    ['a layer below a feature', ['server/src/core/people/people.ts'], [server, 'e2e/access/login.e2e.ts']],
    ['the kit', ['web/src/kit/Button.tsx'], [...web, 'e2e/access/login.e2e.ts']],
    [
      'the setup of every test',
      ['server/src/testing/server.ts'],
      ['server/src/features/cards/cards/cards.test.ts', 'e2e/cards/cards.e2e.ts'],
    ],
    ['a test', [server], [server, 'e2e/access/login.e2e.ts']],
    ['the database', ['server/src/db/migrations/0001.sql'], sources.filter((file) => /^server.*\.test/.test(file))],
    ['a document', ['docs/operations.md'], []],
  ])('%s', (_what, changed, files) => expect(filesFor(...changed)).toEqual(files));

  test('the layers always', () => {
    expect(testsFor([], { sources, imports }).get('repository')).toEqual(['scripts/checks/layers.test.mjs']);
  });

  test('everything, if the packages or the checks themselves change', () => {
    expect(testsFor(['package-lock.json'], { sources, imports })).toBeNull();
    expect(testsFor(['vitest.config.ts'], { sources, imports })).toBeNull();
  });
});

test('the stories about a slug exist', () => {
  const named = Object.values(storiesAbout).flat();
  expect(named.filter((story) => !allSources.some((file) => file.endsWith(`/${story}.e2e.ts`)))).toEqual([]);
});
