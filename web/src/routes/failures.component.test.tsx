import { api, type Api } from '@florin/contract/api';
import type { UserInfo } from '@florin/contract/program/user-info';
import { expect, test } from 'vitest';
import { shellPaths } from '../paths.ts';
import { queryClient } from '../session/queries/query-client.ts';
import { errorId, faults } from '../testing/answers.ts';
import { screen } from '../testing/component.ts';
import { administrator, answersFor, cardholder } from '../testing/people.ts';
import { renderApp, type TestApp } from '../testing/render-app.tsx';
import { sampleAnswers as samples } from '../testing/sample.ts';

type CallName = keyof Api;
const names = Object.keys(api) as CallName[];

/** Failures that need no message, each with its reason. */
const silent: Readonly<Record<string, string>> = {
  'businessPreferences at /reports': 'the custom icon is hidden (section 8)',
  'reportActivity at /reports': 'the next report says the same',
  'mySpendLimits at /dashboard': 'without a card there is nothing to spend',
  'contacts at /contact-us': 'it only fills in the address, which can be typed',
};

/** The page has loaded what it shows. */
async function settled(): Promise<void> {
  await expect.element(screen.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  await expect.poll(() => document.querySelectorAll('[aria-busy="true"]').length).toBe(0);
}

/** The calls that opening a page makes, besides those in `known`; none where the page leads elsewhere. */
async function callsOf(app: TestApp, path: string, known: ReadonlySet<CallName>): Promise<CallName[]> {
  const before = new Map(names.map((name) => [name, app.requestsOf(name).length]));
  await app.open(path);
  await settled();
  if (window.location.pathname !== path) return [];
  return names.filter((name) => app.requestsOf(name).length > before.get(name)! && !known.has(name));
}

/** A failed call is told with the Error ID of its answer, or in a sentence. */
const isTold = () => new RegExp(`${errorId}|could not|Error loading|Try again`, 'i').test(document.body.textContent);

const people: Record<string, UserInfo> = {
  'a cardholder': { ...cardholder, features: ['business-attachments', 'request-funding'] },
  'an administrator': administrator,
};

test.each(Object.entries(people))(
  '%s is told of every call of a screen that fails',
  async (_, person) => {
    const answers = { ...samples, ...answersFor(person) };
    const app = await renderApp('/reports', answers);
    await settled();
    const ofShell = names.filter((name) => app.requestsOf(name).length > 0);
    const screens = [
      { path: '/reports', calls: ofShell },
      ...(await Object.values(shellPaths)
        .map((path) => path.replace('$id', '0190a000-0000-7000-8000-0000000000c1'))
        .reduce(
          async (found, path) => [...(await found), { path, calls: await callsOf(app, path, new Set(ofShell)) }],
          Promise.resolve<{ path: string; calls: CallName[] }[]>([]),
        )),
    ];
    const swallowed: string[] = [];
    for (const { path, calls } of screens)
      for (const name of calls.filter((call) => !(`${call} at ${path}` in silent))) {
        // An answer outside the contract fails at once, as a 500 does after its retries.
        app.answer({ [name]: faults['answers nonsense'] });
        await app.open(path);
        await expect
          .poll(isTold, { timeout: 2000 })
          .toBe(true)
          .catch(() => swallowed.push(`${name} at ${path}`));
        app.answer({ [name]: answers[name] });
      }
    expect(swallowed).toEqual([]);
    // Every call of every page fails once: the time grows with the pages.
  },
  300_000,
);
