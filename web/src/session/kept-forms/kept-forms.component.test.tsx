import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { refuse, type Answers } from '../../testing/answers.ts';
import { screen } from '../../testing/component.ts';
import { aCard, ofHolder } from '../../testing/card-core.ts';
import { administrator, answersFor, cardholder } from '../../testing/people.ts';
import { renderApp, type TestApp } from '../../testing/render-app.tsx';
import { marker } from '../browser-session.ts';
import { keepForms, openForm, takeForm } from './kept-forms.ts';

// The address loads it late: preparing it is no part of what a test waits for.
beforeAll(async () => {
  await import('../../features/program/contact-us/ContactUsPage.tsx');
}, 60_000);

const storageKey = 'florin-kept-forms';
const answersOf = (person: typeof cardholder): Answers => ({
  ...answersFor(person),
  contacts: { contacts: [] },
  sendSupportMessage: refuse('UNAUTHENTICATED'),
});
const field = (name: string) => screen.getByRole('textbox', { name });
const notice = screen.getByText(/^We kept what you typed\./);

/** Types a message, and learns by sending it that the session is over. */
async function leaveWhileWriting(): Promise<TestApp> {
  onTestFinished(() => sessionStorage.clear());
  const app = await renderApp('/contact-us', answersOf(cardholder));
  await field('Subject').fill('My card');
  await field('Message').fill('It was declined twice.');
  await field('Your email address').fill('noah@florin.example');
  await screen.getByRole('button', { name: 'Send message' }).click();
  await expect.poll(() => app.departures).toEqual(['/login']);
  return app;
}

async function openAs(app: TestApp, person: typeof cardholder): Promise<void> {
  app.answer(answersOf(person));
  marker.write({ epoch: `of ${person.userId}`, lastActivity: Date.now() });
  await app.open('/contact-us');
}

async function signIn(app: TestApp, person: typeof cardholder): Promise<void> {
  await openAs(app, person);
  await expect.element(field('Subject')).toBeVisible();
}

test('what was typed when the session ended is back for the same membership, until it is discarded', async () => {
  const app = await leaveWhileWriting();
  await signIn(app, cardholder);
  await expect.element(notice).toBeVisible();
  await expect.element(field('Subject')).toHaveValue('My card');
  await expect.element(field('Message')).toHaveValue('It was declined twice.');
  await screen.getByRole('button', { name: 'Discard' }).click();
  await expect.element(field('Message')).toHaveValue('');
  await expect.element(notice).not.toBeInTheDocument();
  await signIn(app, cardholder);
  await expect.element(field('Subject')).toHaveValue('');
});

test('another person finds nothing, and leaves nothing of it for the first', async () => {
  const app = await leaveWhileWriting();
  const other = { ...administrator, userId: '0190a000-0000-7000-8000-0000000000b9', linkedUsers: [] };
  // The page is where the first person was.
  await openAs(app, other);
  await expect.poll(() => window.location.pathname).toBe('/dashboard');
  await signIn(app, other);
  await expect.element(field('Subject')).toHaveValue('');
  expect(sessionStorage.getItem(storageKey)).toBeNull();
  await signIn(app, cardholder);
  await expect.element(field('Subject')).toHaveValue('');
  await expect.element(notice).not.toBeInTheDocument();
});

test('after 30 minutes it is gone', async () => {
  const app = await leaveWhileWriting();
  const stored = JSON.parse(sessionStorage.getItem(storageKey)!) as { forms: Record<string, { at: number }> };
  for (const form of Object.values(stored.forms)) form.at -= 30 * 60_000;
  sessionStorage.setItem(storageKey, JSON.stringify(stored));
  await signIn(app, cardholder);
  await expect.element(field('Subject')).toHaveValue('');
});

const written = { email: 'noah@florin.example', subject: 'My card', message: 'It was declined.' };

test.each([
  ['null', null],
  ['a list', []],
  ['without a field', { email: '', subject: '' }],
  ['with an object for a text', { ...written, message: {} }],
  ['with a number for a text', { ...written, message: 5 }],
  ['with nothing for a text', { ...written, message: null }],
  ['with an object for a field of its own', { ...written, more: {} }],
])('what is kept is forgotten where it is not what the form holds: %s', async (_what, values) => {
  onTestFinished(() => sessionStorage.clear());
  const base = { email: '', subject: '', message: '' };
  const forms = { support: { at: Date.now(), base, values } };
  sessionStorage.setItem(storageKey, JSON.stringify({ userId: cardholder.userId, forms }));
  await renderApp('/contact-us', answersOf(cardholder));
  await expect.element(field('Subject')).toHaveValue('');
  await expect.element(notice).not.toBeInTheDocument();
  expect(sessionStorage.getItem(storageKey)).toBe(JSON.stringify({ userId: cardholder.userId, forms: {} }));
});

test('a person who logs out leaves nothing', async () => {
  onTestFinished(() => sessionStorage.clear());
  const app = await renderApp('/contact-us', { ...answersOf(cardholder), logout: null });
  await field('Subject').fill('My card');
  await screen.getByRole('button', { name: /^Profile menu of/ }).click();
  await screen.getByRole('menuitem', { name: 'Log out' }).click();
  await expect.poll(() => app.departures).toEqual(['/login']);
  expect(sessionStorage.getItem(storageKey)).toBeNull();
});

test('secrets are never kept: what the browser treats as one, and card numbers, but ids that look like one', () => {
  const id = 'a0d02052-8962-4889-9ca5-fcd88c7bde19';
  document.body.insertAdjacentHTML(
    'beforeend',
    '<form id="secrets"><input type="password" name="password"><input autocomplete="one-time-code" name="code"></form>',
  );
  const values = { password: 'Tr0ub4dor', code: '123456', note: 'Card 4111 1111 1111 1111', name: 'Lunch', id };
  const close = openForm('secrets', () => ({ userId: 'u', base: values, values }));
  onTestFinished(() => {
    close();
    document.querySelector('#secrets')!.remove();
    sessionStorage.clear();
  });
  keepForms();
  expect(sessionStorage.getItem(storageKey)).not.toMatch(/Tr0ub4dor|123456|4111/);
  expect(takeForm('secrets', 'u', values, () => true)?.values).toEqual({
    password: '',
    code: '',
    note: '',
    name: 'Lunch',
    id,
  });
  expect(takeForm('secrets', 'u', values, () => true)).toBeNull();
});

test.each([
  ['PAUSED', /^The card is frozen now/, true],
  ['CLOSED', /^The card was closed since you wrote this/, false],
] as const)('a kept request says that its card is %s now', async (status, words, isSendable) => {
  onTestFinished(() => sessionStorage.clear());
  const left = { ...aCard(0), status: 'OPEN' } as const;
  const form = { amount: '', period: 'DAY', span: 'day', cardName: '', cardKind: 'VIRTUAL', purpose: '' };
  const base = { ...form, cardId: '' };
  const key = `ask ${JSON.stringify(['FUNDING', ...Array.from({ length: 7 })])}`;
  const kept = { at: Date.now(), base, values: { ...base, cardId: left.id, amount: '20', purpose: 'Dinner' } };
  sessionStorage.setItem(storageKey, JSON.stringify({ userId: cardholder.userId, forms: { [key]: kept } }));
  await renderApp('/funding-requests', {
    ...ofHolder,
    ownCards: { items: [{ ...left, status }, aCard(2)], nextCursor: null },
    myRequests: { items: [], nextCursor: null, totals: null },
  });
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByText(words)).toBeVisible();
  const send = dialog.getByRole('button', { name: 'Send request' });
  await expect.poll(() => send.query() !== null).toBe(isSendable);
});
