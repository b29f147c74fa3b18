import { expect, test } from 'vitest';
import { queryClient } from '../session/queries/query-client.ts';
import type { Answers } from '../testing/answers.ts';
import { screen } from '../testing/component.ts';
import { administrator, cardholder } from '../testing/people.ts';
import { renderApp } from '../testing/render-app.tsx';
import { answersOf, everyScreen } from '../testing/screens/screens.ts';

/** Everything happens at one moment: New Year's Day where the business is, the day before in Eastern Time. */
const timeZone = 'Pacific/Kiritimati';
const moment = '2020-01-01T04:30:00Z';
const inFull = 'Jan 1, 2020, 6:30\u00A0PM, Line Islands Time';
/** Where the specification asks for Eastern Time, the time says so (section 9). */
const eastern = /Dec 31, 2019, 11:30\sPM ET/g;

const atOnce = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer), (key, value: unknown) =>
    key === 'timeZone' ? timeZone : typeof value === 'string' && /^\d{4}-\d\d-\d\dT.*Z$/.test(value) ? moment : value,
  );

/** Pages of cards, money and people; they show most moments. */
const shownPages = [
  '/dashboard',
  '/my-transactions/purchases',
  '/transactions',
  '/cards',
  '/cards/$id',
  '/my-cards/$id',
  '/cards/requests',
  '/funding-requests',
  '/cards/funding',
  '/cards/vendor-links',
  '/team-members',
  '/team-members/changes',
  '/onboarding-checklist',
  '/business-settings/external-accounts/transfers',
];

const inZone = (answers: Answers): Answers =>
  Object.fromEntries(
    Object.entries(answers).map(([call, answer]) => [
      call,
      typeof answer === 'function' ? (request: never) => atOnce(answer(request)) : atOnce(answer),
    ]),
  ) as Answers;

const pages = everyScreen
  .filter(({ route, screen: { by } }) => shownPages.includes(route) && (by === 'administrator' || by === 'cardholder'))
  .map(({ at, screen: shown }) => ({ at, shown, by: shown.by }));

test.each(pages)('$at of a $by shows the times of the business', { timeout: 60_000 }, async ({ at, shown, by }) => {
  const answers = answersOf(shown, 'some');
  const person = by === 'administrator' ? administrator : cardholder;
  await renderApp(at, {
    ...inZone(answers),
    session: answers.session!,
    userInfo: { ...person, features: ['request-funding'], timeZone },
  });
  await expect.element(screen.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expect.poll(() => queryClient.isFetching()).toBe(0);
  await expect.poll(() => document.querySelectorAll('main [aria-busy="true"]').length).toBe(0);
  expect(document.body.innerText.replaceAll(eastern, '')).not.toMatch(/2019|Dec 31/);
  const titles = [...document.querySelectorAll<HTMLTimeElement>('main time[title]')].map((time) => time.title);
  expect(new Set(titles)).toEqual(new Set(titles.length > 0 ? [inFull] : []));
});
