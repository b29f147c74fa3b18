import type { CardRequestDetail } from '@florin/contract/money/requests';
import type { UserInfo } from '@florin/contract/program/user-info';
import { expect, test } from 'vitest';
import { faults, refuse, type Answers } from '../../../testing/answers.ts';
import { cardId, madeCard } from '../../../testing/cards.ts';
import { queryClient } from '../../../session/queries/query-client.ts';
import { screen } from '../../../testing/component.ts';
import { answersFor, cardholder, usd } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { expectUsable } from '../../../testing/screens/expect-usable.ts';

const id = '0190a000-0000-7000-8000-0000000000e1';
const asked: CardRequestDetail = {
  id,
  kind: 'FUNDING',
  status: 'PENDING',
  requestedBy: { membershipId: id, name: 'Kofi Mensah' },
  card: { id: cardId, kind: 'VIRTUAL' as const, name: 'Site materials', last4: '8890' },
  amount: usd(300_00),
  period: null,
  countries: [],
  cardName: null,
  cardKind: null,
  until: null,
  purpose: 'Harbor job',
  declinedTransactionId: null,
  declined: null,
  requestedAt: '2026-11-02T15:00:00Z',
  expiresAt: '2026-12-02T15:00:00Z',
  decision: null,
  timeline: [{ kind: 'CREATED', by: 'Kofi Mensah', at: '2026-11-02T15:00:00Z', amount: usd(300_00), note: null }],
  deciders: ['Maya Chen', 'Ines Duarte'],
  hours: null,
  raised: null,
};
const person: UserInfo = { ...cardholder, features: ['request-funding'] };
const card = { ...madeCard, name: 'Site materials', last4: '8890', nameOnCard: 'KOFI MENSAH', holder: null };
const answers = {
  ...answersFor(person),
  ownCards: { items: [{ ...card, freezes: [], groups: [], policyVersions: [] }], nextCursor: null },
  myRequests: { items: [asked], nextCursor: null },
  myRequest: asked,
} satisfies Answers;

const button = (name: string) => screen.getByRole('button', { name, exact: true });
const dialog = screen.getByRole('dialog', { name: 'Ask for funds' });

test('asking for funds fills in the only card, and then says who decides', async () => {
  const app = await renderApp('/funding-requests', { ...answers, createRequest: asked });
  await expect.element(screen.getByText('Harbor job')).toBeVisible();
  await expectUsable('funding requests');
  await button('Funds on a card').click();
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect.element(dialog.getByLabelText('Amount')).toHaveAccessibleDescription(/Amount is required/);
  await dialog.getByLabelText('Amount').fill('300');
  await dialog.getByRole('button', { name: 'Supplies' }).click();
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect.element(screen.getByText('Maya Chen or Ines Duarte decides.')).toBeVisible();
  expect(app.requestsOf('createRequest')).toMatchObject([
    { body: { kind: 'FUNDING', cardId, amount: 300_00, purpose: 'Supplies' } },
  ]);
});

test('the form names who decides, and the confirmation turns into the answer', async () => {
  const app = await renderApp('/funding-requests', { ...answers, createRequest: asked });
  await button('Funds on a card').click();
  await expect.element(dialog.getByText('Maya Chen or Ines Duarte decides.')).toBeVisible();
  expect(app.requestsOf('requestDeciders')).toMatchObject([{ query: { kind: 'FUNDING' } }]);
  await dialog.getByLabelText('Amount').fill('300');
  await dialog.getByRole('button', { name: 'Supplies' }).click();
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Your request is sent' })).toBeVisible();
  const decision = {
    by: 'Maya Chen',
    at: '2026-11-02T15:05:00Z',
    amount: usd(250_00),
    until: null,
    note: 'The rest next week.',
    cardId: null,
  };
  app.answer({ myRequest: { ...asked, status: 'APPROVED', decision } });
  await queryClient.invalidateQueries();
  const answered = screen.getByRole('dialog', { name: 'Your request is approved' });
  await expect.element(answered).toMatchTextContent('Maya Chen approved it with $250.00. “The rest next week.”');
  await expect.element(answered).not.toMatchTextContent('Nothing changes until then');
});

test('a request that cannot be sent stays as it was typed, and is the same when it is sent again', async () => {
  let times = 0;
  const isFirst = () => (times += 1) === 1;
  const app = await renderApp('/funding-requests', {
    ...answers,
    createRequest: () => (isFirst() ? faults.fails : refuse('STEP_NOT_POSSIBLE')),
  });
  await button('A higher limit').click();
  const limit = screen.getByRole('dialog', { name: 'Ask for a higher limit' });
  await limit.getByLabelText('How much more').fill('26.40');
  await limit.getByLabelText('Reason').fill('Dinner');
  const send = limit.getByRole('button', { name: 'Send request' });
  await send.click();
  await expect.element(limit.getByRole('alert')).toBeVisible();
  await send.click();
  await expect.element(limit.getByText(/cannot be asked for now/)).toBeVisible();
  await expect.element(limit.getByLabelText('How much more')).toHaveValue('26.40');
  const keys = app.requestsOf('createRequest').map(({ body }) => body.idempotencyKey);
  expect(new Set(keys).size).toBe(1);
});

test('a request that waits says who decides, takes notes and can be canceled', async () => {
  const app = await renderApp(`/funding-requests?open=${id}`, {
    ...answers,
    addNoteToMyRequest: asked,
    cancelRequest: { ...asked, status: 'CANCELED' },
  });
  const sheet = screen.getByRole('dialog', { name: 'Request' });
  await expect.element(sheet.getByText('Maya Chen or Ines Duarte decides.')).toBeVisible();
  await expect.element(sheet).toMatchTextContent('Kofi Mensah asked for $300.00');
  const startOf = (element: Element) => Math.round(element.getBoundingClientRect().left);
  const cancel = sheet.getByRole('button', { name: 'Cancel the request' });
  expect(startOf(cancel.element())).toBe(startOf(sheet.getByLabelText('To the people who decide').element()));
  await sheet.getByLabelText('To the people who decide').fill('By Friday, please');
  await sheet.getByRole('button', { name: 'Send note' }).click();
  await expect.element(screen.getByText('The note was sent.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Cancel the request' }).click();
  await expect.element(screen.getByText('The request is canceled.')).toBeVisible();
  expect(app.requestsOf('addNoteToMyRequest')).toMatchObject([{ params: { id }, body: { note: 'By Friday, please' } }]);
});

test('an approved request says each limit that was raised, what it became and until when', async () => {
  const until = '2126-12-01T05:00:00Z';
  const raised = {
    until,
    limits: [
      { limit: usd(226_40), period: 'DAY' as const, group: null },
      { limit: usd(516_40), period: 'WEEK' as const, group: 'Restaurants and bars' },
    ],
  };
  const own = { ...asked, kind: 'LIMIT', status: 'APPROVED', period: 'DAY', until, raised } as const;
  await renderApp(`/funding-requests?open=${id}`, { ...answers, myRequest: own });
  const limits = screen.getByRole('list', { name: 'Raised limits' }).getByRole('listitem');
  await expect.element(limits.first()).toHaveTextContent('$226.40 a day until Dec 1, 2126, 12:00 AM');
  await expect
    .element(limits.last())
    .toHaveTextContent('$516.40 a week at Restaurants and bars until Dec 1, 2126, 12:00 AM');
});

test('a request about hours says when the card works', async () => {
  const windows = [{ weekdays: [1, 2, 3, 4, 5], from: 540, to: 1080 }];
  const hours = { windows, timeZone: 'America/New_York' };
  const own = { ...asked, kind: 'UNBLOCK', amount: null, until: '2126-12-01T05:00:00Z', hours } as const;
  await renderApp(`/funding-requests?open=${id}`, { ...answers, myRequest: own });
  await expect.element(screen.getByText('This card works Monday to Friday, 9 AM to 6 PM Eastern.')).toBeVisible();
});

test('the list is filtered by state and kind in the address', async () => {
  const app = await renderApp('/funding-requests?state=APPROVED,REJECTED&kind=LIMIT&sort=asked', answers);
  await expect.element(screen.getByRole('row').filter({ hasText: 'Harbor job' })).toBeVisible();
  await screen.getByRole('tab', { name: 'Waiting' }).click();
  await expect
    .poll(() => app.requestsOf('myRequests').map(({ query }) => query))
    .toMatchObject([{ status: ['APPROVED', 'REJECTED'], kind: ['LIMIT'], order: 'ASC' }, { status: ['PENDING'] }]);
});
