import { checklistItems, type ChecklistItem } from '@florin/contract/access/security-checklist';
import { expect, test } from 'vitest';
import { faults, type Answers } from '../../../testing/answers.ts';
import { screen } from '../../../testing/component.ts';
import { administrator, answersFor, cardholder } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const path = '/security-checklist';
const main = screen.getByRole('main');
const item = (name: string) =>
  main.getByRole('listitem').filter({ has: screen.getByRole('heading', { name, exact: true }) });
const titles = () =>
  expect.poll(() =>
    main
      .getByRole('heading', { level: 2 })
      .elements()
      .map(({ textContent }) => textContent),
  );
const seven = [
  'Bookmark the dashboard',
  'Beware of phishing',
  'Enable multi-factor authentication',
  'Monitor account activity',
  'Keep info updated',
  'Remove former users',
  'Enable spend policies',
];

const checklist = (states: Partial<Record<ChecklistItem, 'done' | 'open'>>): Answers => ({
  securityChecklist: {
    items: checklistItems.map((name) => ({ item: name, state: states[name] ?? null })),
    seenAt: null,
  },
  markChecklistSeen: { seenAt: '2026-11-02T15:00:00Z' },
});

test('signed out: the seven items without their states, and the way to log in', { tags: '@2.routes.20' }, async () => {
  await renderApp(path, {});
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Security checklist' })).toBeVisible();
  await titles().toEqual(seven);
  await expect.element(item('Beware of phishing')).toMatchTextContent('Nobody from our team asks for your password');
  await expect.element(main).not.toMatchTextContent(/Done|To do/);
  expect(main.getByRole('listitem').getByRole('link').elements()).toEqual([]);
  await screen.getByRole('link', { name: 'Log in' }).click();
  await expect.poll(() => window.location.pathname).toBe('/login');
});

test(
  'an administrator sees what the system knows, and it counts as seen',
  { tags: ['@1.12', '@1.16', '@2.checklist.1', '@2.checklist.2', '@9.41'] },
  async () => {
    const states = { 'enable-multi-factor': 'done', 'remove-former-users': 'open' } as const;
    const app = await renderApp(path, { ...answersFor(administrator), ...checklist(states) });
    await titles().toEqual(seven);
    await expect.element(item('Enable multi-factor authentication')).toMatchTextContent('Done');
    await expect.element(item('Remove former users')).toMatchTextContent('To do');
    await expect.element(item('Remove former users')).toMatchTextContent('or its card is not closed');
    for (const name of ['Bookmark the dashboard', 'Enable spend policies'])
      await expect.element(item(name)).not.toMatchTextContent(/Done|To do/);
    await expect.poll(() => app.requestsOf('markChecklistSeen').length).toBe(1);
  },
);

test('the profile menu leads to it, and it to the login activity', { tags: ['@0.6', '@2.shell.11'] }, async () => {
  await renderApp('/reports', { ...answersFor(administrator), ...checklist({}) });
  await screen.getByRole('button', { name: /^Profile menu of/ }).click();
  await screen.getByRole('menuitem', { name: 'Security checklist' }).click();
  await titles().toEqual(seven);
  expect(window.location.pathname).toBe(path);
  await expect.element(item('Monitor account activity').getByRole('link')).toHaveAttribute('href', '/login-activity');
});

test('a cardholder without the second factor: it is to do, and former users are not theirs', async () => {
  await renderApp(path, { ...answersFor(cardholder), ...checklist({ 'enable-multi-factor': 'open' }) });
  await expect.element(item('Enable multi-factor authentication')).toMatchTextContent('To do');
  await expect.element(item('Enable multi-factor authentication')).toMatchTextContent('asks only for your password');
  await expect.element(item('Remove former users')).not.toMatchTextContent(/Done|To do/);
  expect(item('Remove former users').getByRole('link').elements()).toEqual([]);
  await expect
    .element(screen.getByRole('link', { name: 'Open account security' }))
    .toHaveAttribute('href', '/account/security');
});

test('a checklist that cannot be loaded: a sentence, and a retry that repairs it', async () => {
  const answers = { ...answersFor(administrator), ...checklist({}) };
  const app = await renderApp(path, { ...answers, securityChecklist: faults['answers nonsense'] });
  await expect.element(screen.getByRole('alert')).toMatchTextContent('We could not load the checklist.');
  app.answer(answers);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(item('Beware of phishing')).toBeVisible();
});

test('a restricted session sees no checklist', async () => {
  const { session, ...answers } = answersFor(administrator);
  await renderApp(path, {
    ...answers,
    session: { ...(session as object), isSuspect: true, suspectSecondsLeft: 60 } as never,
  });
  await expect
    .element(screen.getByText('The checklist is not shown while your account access is restricted.'))
    .toBeVisible();
});
