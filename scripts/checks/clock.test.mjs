import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../install.mjs';
import { sources } from '../imports.mjs';

/**
 * Where the web app reads this computer's clock, in `web/src`: it measures how long something takes on this computer, or it
 * stores a time that only this computer reads. A folder ends with a slash.
 */
const ofThisComputer = [
  'telemetry/',
  'session/idle/',
  'session/kept-forms/',
  'session/browser/ask-ahead.ts',
  'session/browser-session.ts',
  'session/document.ts',
  'session/enter.ts',
  'session/pending-logout.ts',
  'session/use-session-watch.ts',
  'session/visitor.ts',
  'api.ts',
  'clock.ts',
  // Codes, links and details that are shown: counted from the answer on.
  'flows/CodeStep.tsx',
  'flows/card-face/use-vanishing.ts',
  'flows/contacts/',
  'flows/sign-in/kept-code.ts',
  'flows/step-up/StepUpForm.tsx',
  'flows/use-flow.ts',
  'flows/use-seconds-until.ts',
  'features/access/recovery/ResetPasswordPage.tsx',
  'features/access/registration/RegistrationLinkPage.tsx',
  'features/access/registration/RegistrationWizard.tsx',
  'features/cards/card-details/OwnCard.tsx',
  'features/cards/vendor-card-details/use-shared-card.ts',
  // How often something is asked for.
  'flows/service/use-service-again.ts',
  'shell/guards/SessionGuard.tsx',
  'shell/new-version.ts',
  // The year of the copyright, also before anybody is signed in.
  'shell/frames/Footer.tsx',
];

const readsClock = /\bDate\.now\b|\bnew Date(?:\(\s*\)|(?!\w|\())|(?<!new )\bDate\(\s*\)|\bTemporal\.Now\b/;
const within = (file, place) => (place.endsWith('/') ? file.startsWith(place) : file === place);

const readers = sources
  .filter((file) => /^web\/src\/(?!testing\/).*(?<!\.test)\.tsx?$/.test(file))
  .filter((file) => readsClock.test(readFileSync(join(root, file), 'utf8')))
  .map((file) => file.replace('web/src/', ''));

test('what the web app shows goes by the product’s time (productTime of web/src/clock.ts)', () => {
  expect(readers.filter((file) => !ofThisComputer.some((place) => within(file, place)))).toEqual([]);
});

test('every exception is one', () => {
  expect(ofThisComputer.filter((place) => !readers.some((file) => within(file, place)))).toEqual([]);
});

test.each(['Date.now()', 'useState(Date.now)', 'new Date()', 'new Date( )', 'new Date;', 'Date()'])(
  '%s reads this computer’s clock',
  (code) => expect(code).toMatch(readsClock),
);
test.each(['new Date(at)', 'new Date(productTime())', 'at: Date', 'new DateField()', 'isDate()'])(
  '%s does not',
  (code) => expect(code).not.toMatch(readsClock),
);
