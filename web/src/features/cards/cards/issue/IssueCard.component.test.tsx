import type { createInvite } from '@florin/contract/access/invites';
import type { Success } from '@florin/contract/endpoint';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { marker } from '../../../../session/browser-session.ts';
import { queryClient } from '../../../../session/queries/query-client.ts';
import { singleKeys } from '../../../../session/single-keys.ts';
import { faults, refuse } from '../../../../testing/answers.ts';
import { aPurchase } from '../../../../testing/card-core.ts';
import { cardId } from '../../../../testing/cards.ts';
import { screen, userEvent } from '../../../../testing/component.ts';
import {
  answers,
  bodiesOf,
  button,
  field,
  found,
  made,
  merchant,
  noah,
  priya,
  searched,
  sheet,
  wallet,
  without,
} from '../../../../testing/issue-card.ts';
import { renderApp } from '../../../../testing/render-app.tsx';
import { expectUsable } from '../../../../testing/screens/expect-usable.ts';
import { keptNotice } from '../../../../testing/session-end.ts';

beforeEach(() => singleKeys.remove());

const invited: Success<typeof createInvite>['body'] = {
  id: noah,
  email: 'nia@sproutline.example',
  firstName: 'Nia',
  lastName: 'Okoro',
  role: 'CARDHOLDER',
  preset: null,
  status: 'PENDING',
  invitedBy: 'Jonah Wells',
  sentAt: '2026-11-20T15:00:00Z',
  expiresAt: '2026-11-27T15:00:00Z',
  acceptedAt: null,
};

test('N opens the form; it says what the card could do, and two presses issue it once', async () => {
  const { promise: isAnswered, resolve: answerNow } = Promise.withResolvers<void>();
  const app = await renderApp('/cards?state=OPEN', {
    ...answers,
    issueCard: async () => {
      await isAnswered;
      return made;
    },
  });
  await expect.element(screen.getByRole('link', { name: /0932/ })).toBeVisible();
  await userEvent.keyboard('n');
  const holder = sheet.getByRole('combobox', { name: 'Holder' });
  await expect.element(holder).toHaveFocus();
  await userEvent.keyboard('nair');
  await expect
    .poll(() =>
      screen
        .getByRole('option')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(['Priya Nair']);
  await screen.getByRole('option', { name: 'Priya Nair' }).click();
  // On a busy machine, what was typed so far is searched for in between.
  const searches = app.requestsOf('team').map(({ query }) => query);
  const first = { role: 'CARDHOLDER', state: 'OPEN', limit: 20, sort: 'NAME' };
  expect(searches[0]).toEqual(first);
  expect(searches.at(-1)).toEqual({ ...first, text: 'nair' });
  await field('Name').fill('Adobe');
  await field('Spend at most').fill('120');
  await expect.element(sheet.getByText('Priya can spend $120.00 a month.')).toBeVisible();
  await sheet.getByText(/more rules? appl(y|ies) to it$/).click();
  await expect.element(sheet.getByText('Only in the US')).toBeVisible();
  await expect.element(sheet.getByText(/spends from the company balance of \$48,210\.55/)).toBeVisible();
  const tries = sheet.getByRole('region', { name: /Try it/ });
  await expect.element(tries).toMatchTextContent(/\$60\.00.*Allowed.*\$132\.00.*Monthly limit.*Canada.*Country/);
  await expect.element(sheet.getByText('17 more cards today for Priya')).toBeVisible();
  await expectUsable('issue card');
  // What is typed survives a reload, and a sign-in in between.
  await expect
    .poll(() => window.location.search)
    .toBe(`?state=OPEN&issue=virtual&holder=${priya}&name=Adobe&limit=120&period=month`);
  await button('Issue card').click();
  await userEvent.keyboard('{Enter}');
  answerNow();
  const done = screen.getByRole('heading', { name: 'A card for Priya Nair' });
  await expect.element(done).toHaveFocus();
  // A reload offers no second card like this one.
  expect(window.location.search).toBe('?state=OPEN&issue=virtual');
  expect(bodiesOf(app.requestsOf('issueCard'))).toMatchObject([
    {
      holder: priya,
      kind: 'VIRTUAL' as const,
      name: 'Adobe',
      limit: { amount: 120_00, period: 'month' },
      controls: {},
    },
  ]);
  const fund = screen.getByRole('link', { name: 'Fund $120.00' });
  await expect.element(fund).toHaveAttribute('href', `/cards/funding?cards=${made.id}&amount=12000`);
  await expectUsable('card issued');
  await screen.getByRole('button', { name: 'Issue another' }).click();
  await expect.element(holder).toHaveValue('');
  await userEvent.keyboard('{Escape}{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  expect(window.location.search).toBe('?state=OPEN');
});

test('Enter takes a merchant, and issues nothing', async () => {
  const app = await renderApp(`/cards?issue=virtual&holder=${priya}`, { ...wallet, issueCard: made });
  await merchant.fill('Lark Street Coffee');
  await userEvent.keyboard('{Enter}{Enter}');
  await expect.element(sheet.getByText(/at Lark Street Coffee/).first()).toBeVisible();
  expect(app.requestsOf('issueCard')).toEqual([]);
});

test('a reload keeps the merchant that a card is locked to, too', async () => {
  onTestFinished(() => sessionStorage.clear());
  const app = await renderApp(`/cards?issue=virtual&holder=${priya}`, wallet);
  await merchant.fill('Lark');
  await userEvent.keyboard('{Tab}');
  await expect.element(merchant).toHaveValue('Lark');
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
  await app.open(`/cards?issue=virtual&holder=${priya}`);
  await expect.element(keptNotice).toBeVisible();
  await expect.element(merchant).toHaveValue('Lark');
});

test('an address fills the form in, and Enter issues it with its controls', async () => {
  const app = await renderApp(`/cards?issue=virtual&holder=noah&name=Lunch&limit=200.00&period=day`, {
    ...answers,
    issueCard: made,
  });
  await expect.element(field('Name')).toHaveFocus();
  await expect.element(sheet.getByRole('combobox', { name: 'Holder' })).toHaveValue('Noah Park');
  await merchant.fill('Sweetgreen');
  await expect.element(sheet.getByText('Noah can spend $200.00 a day at Sweetgreen.')).toBeVisible();
  await field('Name').click();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('heading', { name: 'A card for Priya Nair' })).toBeVisible();
  expect(bodiesOf(app.requestsOf('issueCard'))).toMatchObject([
    {
      holder: noah,
      name: 'Lunch',
      limit: { amount: 200_00, period: 'day' },
      controls: { merchantLock: { kind: 'NAMED', merchant: 'Sweetgreen' } },
    },
  ]);
});

test('the limit counts for a period in one press, and a known merchant is suggested', async () => {
  const app = await renderApp(`/cards?issue=virtual&holder=${priya}`, {
    ...answers,
    transactions: ({ query: { merchant: text = '' } }) => ({
      items: ['Blue Bottle', 'Sweetgreen', 'Sweetgreen']
        .filter((name) => name.toLowerCase().includes(text))
        .map((name, n) => aPurchase(n, { merchant: { ...aPurchase(n).merchant, name } })),
      nextCursor: null,
      searchedBackTo: null,
      totals: null,
    }),
    issueCard: made,
  });
  await field('Spend at most').fill('40');
  const height = () => sheet.getByRole('radiogroup', { name: 'Every' }).element().getBoundingClientRect().height;
  const before = height();
  await sheet.getByText('Week', { exact: true }).click();
  // The radio button stays unseen while it has the focus.
  expect(height()).toBe(before);
  await expect.element(sheet.getByRole('radio', { name: 'Week' })).toHaveFocus();
  expect(sheet.getByRole('radio', { name: 'Week' }).element().getBoundingClientRect().height).toBeLessThan(2);
  await expect.element(sheet.getByRole('radio', { name: 'Week' })).toBeChecked();
  await merchant.fill('green');
  await screen.getByRole('option', { name: 'Sweetgreen' }).click();
  await expect.element(merchant).toHaveValue('Sweetgreen');
  await expect.element(sheet.getByText('Priya can spend $40.00 a week at Sweetgreen.')).toBeVisible();
  await merchant.click();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(screen.getByRole('heading', { name: 'A card for Priya Nair' })).toBeVisible();
  expect(bodiesOf(app.requestsOf('issueCard'))).toMatchObject([
    {
      limit: { amount: 40_00, period: 'week' },
      controls: { merchantLock: { kind: 'NAMED', merchant: 'Sweetgreen' } },
    },
  ]);
});

test('a physical card needs an address; the server’s answer about a field stands at the field', async () => {
  const app = await renderApp(`/cards?issue=physical&holder=${priya}`, {
    ...answers,
    issueCard: refuse('VALIDATION', { Fields: [{ Field: 'shipping.zip', Problem: 'format' }] }),
  });
  await button('Issue card').click();
  for (const name of ['Recipient', 'Street and number', 'City', 'State', 'ZIP code'])
    await expect.element(field(name)).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field('Recipient')).toHaveFocus();
  expect(app.requestsOf('issueCard')).toHaveLength(0);
  await field('Recipient').fill('Priya Nair');
  await field('Street and number').fill('1 Harbor Street');
  await field('City').fill('Portland');
  await field('State').fill('me');
  await field('ZIP code').fill('04101');
  await button('Issue card').click();
  await expect.element(sheet.getByText('Please enter five digits.')).toBeVisible();
  await expect.element(field('ZIP code')).toHaveFocus();
  await expect.element(field('Recipient')).toHaveValue('Priya Nair');
  expect(bodiesOf(app.requestsOf('issueCard'))[0]).toMatchObject({
    kind: 'PHYSICAL',
    shipping: { method: 'STANDARD', recipient: 'Priya Nair', state: 'ME', zip: '04101' },
  });
});

test('what fails keeps what was typed, and the same press has the same key', async () => {
  const app = await renderApp(`/cards?issue=virtual&holder=${priya}&limit=abc`, {
    ...answers,
    issueCard: faults['breaks off'],
  });
  await button('Issue card').click();
  await expect.element(sheet.getByText('Please enter an amount such as 120.00, or leave it empty.')).toBeVisible();
  await field('Spend at most').fill('90');
  await button('Issue card').click();
  await expect.element(sheet.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  await expect.element(field('Spend at most')).toHaveValue('90');
  app.answer({ issueCard: refuse('CARD_LIMIT_REACHED') });
  await button('Issue card').click();
  await expect.element(sheet.getByText(/This person got 20 new cards today/)).toBeVisible();
  const keys = bodiesOf(app.requestsOf('issueCard')).map(({ idempotencyKey }) => idempotencyKey);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  app.answer({ issueCard: made, tryNewCard: faults.fails });
  await field('Spend at most').fill('80');
  await expect.element(sheet.getByText('Priya can spend $80.00 a month.')).toBeVisible();
  await button('Issue card').click();
  await expect.element(screen.getByRole('heading', { name: 'A card for Priya Nair' })).toBeVisible();
  expect(bodiesOf(app.requestsOf('issueCard')).at(-1)!.idempotencyKey).not.toBe(keys[0]);
});

test.each([
  ['with what was typed', 'Adobe'],
  ['as the address fills it in', null],
])('a card whose answer was lost is issued once, although the session ends: %s', async (_what, typed) => {
  onTestFinished(() => sessionStorage.clear());
  const app = await renderApp(`/cards?issue=virtual&holder=${priya}`, {
    ...answers,
    issueCard: faults['breaks off'],
  });
  if (typed !== null) await field('Name').fill(typed);
  await button('Issue card').click();
  await expect.element(sheet.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  app.answer({ issueCard: refuse('UNAUTHENTICATED') });
  await button('Issue card').click();
  await expect.poll(() => app.departures).toEqual([expect.stringMatching(/^\/login/)]);
  app.answer({ issueCard: made });
  marker.write({ epoch: 'another session', lastActivity: Date.now() });
  await app.open(`/cards?issue=virtual&holder=${priya}`);
  await expect.element(field('Name')).toHaveValue(typed ?? '');
  await button('Issue card').click();
  await expect.element(screen.getByRole('heading', { name: 'A card for Priya Nair' })).toBeVisible();
  const keys = bodiesOf(app.requestsOf('issueCard')).map(({ idempotencyKey }) => idempotencyKey);
  expect(keys.length).toBeGreaterThan(2);
  expect(new Set(keys).size).toBe(1);
  expect(sessionStorage.getItem('florin-kept-forms')).not.toContain(keys[0]);
});

test('a card whose answer was lost is issued once, although the page is loaded again twice', async () => {
  onTestFinished(() => sessionStorage.clear());
  const app = await renderApp(`/cards?issue=virtual&holder=${priya}`, {
    ...answers,
    issueCard: faults['breaks off'],
  });
  await button('Issue card').click();
  await expect.element(sheet.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  await app.open(`/cards?issue=virtual&holder=${priya}`);
  await expect.element(sheet.getByText(/^Priya can spend/)).toBeVisible();
  app.answer({ issueCard: made });
  await app.open(`/cards?issue=virtual&holder=${priya}`);
  await expect.element(sheet.getByText(/^Priya can spend/)).toBeVisible();
  await button('Issue card').click();
  await expect.element(screen.getByRole('heading', { name: 'A card for Priya Nair' })).toBeVisible();
  await app.open(`/cards?issue=virtual&holder=${priya}`);
  await expect.element(sheet.getByText(/^Priya can spend/)).toBeVisible();
  await button('Issue card').click();
  await expect.element(screen.getByRole('heading', { name: 'A card for Priya Nair' })).toBeVisible();
  const keys = bodiesOf(app.requestsOf('issueCard')).map(({ idempotencyKey }) => idempotencyKey);
  expect(keys.at(-2)).toBe(keys[0]);
  expect(keys.at(-1)).not.toBe(keys[0]);
});

test('cardholders that cannot be loaded are tried again; without any, the first is invited on the spot', async () => {
  const app = await renderApp('/cards?issue=virtual', { ...answers, team: faults.fails });
  await expect.element(sheet.getByText('We could not load the cardholders.')).toBeVisible();
  app.answer({ team: found([]) });
  await sheet.getByRole('button', { name: /again/i }).click();
  await expect.element(sheet.getByRole('heading', { name: 'Invite a cardholder first' })).toBeVisible();
  await expect.element(button('Issue card')).toHaveAttribute('aria-disabled', 'true');
  await sheet.getByRole('button', { name: 'Invite a cardholder' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Invite a cardholder' });
  await expect.element(dialog.getByText(/When they register, a physical card is produced for them\.$/)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Email' }).fill('nia@sproutline.example');
  await dialog.getByRole('textbox', { name: 'First name' }).fill('Nia');
  await dialog.getByRole('textbox', { name: 'Last name' }).fill('Okoro');
  app.answer({ createInvite: invited, invites: { items: [invited], nextCursor: null, waiting: 1 } });
  await dialog.getByRole('button', { name: 'Send invite' }).click();
  await expect.element(sheet.getByRole('heading', { name: 'Waiting for Nia Okoro' })).toBeVisible();
  expect(app.requestsOf('createInvite').map(({ body }) => body.role)).toEqual(['CARDHOLDER']);
  // Once she has registered, the form is there without a reload.
  app.answer(searched);
  await queryClient.invalidateQueries();
  await expect.element(sheet.getByRole('combobox', { name: 'Holder' })).toBeVisible();
  await sheet.getByRole('button', { name: 'Invite someone' }).click();
  await expect.element(dialog).toBeVisible();
});

test('the sheet is there with its frame before it is known who can get a card', async () => {
  await renderApp('/cards?issue=virtual', { ...answers, team: () => new Promise(() => undefined) });
  await expect.element(sheet.getByRole('heading', { name: 'Issue card' })).toBeVisible();
  await expect.element(sheet.getByText('Loading the team')).toBeInTheDocument();
  await expect.element(button('Cancel')).toBeVisible();
});

test('an address that names nobody, or a name that several have, leaves the holder to choose', async () => {
  const app = await renderApp(`/cards?issue=virtual&holder=${cardId}`, answers);
  const holder = sheet.getByRole('combobox', { name: 'Holder' });
  await expect.element(holder).toHaveFocus();
  await expect.element(holder).toHaveValue('');
  await app.open('/cards?issue=virtual&holder=a');
  await expect.element(holder).toHaveFocus();
  await expect.element(holder).toHaveValue('');
});

test('who may not issue cards reads why, and who may not change policies sets no limit', async () => {
  const app = await renderApp('/cards?issue=virtual', without('MANAGE_CARDHOLDERS'));
  const reason = 'You need permission to manage cardholders. Ask another administrator.';
  await expect.element(sheet.getByText(reason).first()).toBeVisible();
  await expect.element(button('Issue card')).toHaveAttribute('aria-disabled', 'true');
  app.answer(without('EDIT_BUSINESS_SETTINGS'));
  await app.open(`/cards?issue=virtual&holder=${priya}&limit=50`);
  await expect.element(field('Spend at most')).toHaveAttribute('readonly');
  await expect.element(field('Spend at most')).toHaveValue('');
  await expect.element(sheet.getByText(/You need permission to edit business settings/)).toBeVisible();
});
