import type { CardRequestForDecision } from '@florin/contract/money/requests';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { singleKeys } from '../../../session/single-keys.ts';
import { refuse, type Answers } from '../../../testing/answers.ts';
import { aRequest } from '../../../testing/card-core.ts';
import { screen, setAppearance, userEvent } from '../../../testing/component.ts';
import { administrator, answersFor, usd } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { expectUsable } from '../../../testing/screens/expect-usable.ts';

beforeEach(() => singleKeys.remove());

const id = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const request = (n: number, change: Partial<CardRequestForDecision> = {}): CardRequestForDecision =>
  aRequest(n, {
    id: id(n),
    card: { id: id(900), kind: 'VIRTUAL' as const, name: 'Everyday', last4: '0932' },
    purpose: `Dinner number ${n}`,
    declinedTransactionId: id(700),
    requestedAt: '2026-11-02T15:00:00Z',
    expiresAt: '2026-12-02T15:00:00Z',
    ...change,
  });
const two = [request(1), request(2)];
const answers = {
  ...answersFor(administrator),
  requests: ({ query }) => ({
    items: query.status?.includes('PENDING') ? two : [],
    nextCursor: null,
    totals: { requests: 2, waiting: 2 },
  }),
  transactions: {
    items: [],
    nextCursor: null,
    searchedBackTo: null,
    totals: {
      transactions: 9,
      settled: usd(900_00),
      held: usd(100_00),
      returned: usd(20_00),
      incoming: usd(0),
      fees: usd(0),
    },
  },
  request: ({ params }) => two.find((each) => each.id === params.id)!,
} satisfies Answers;
const first = `/cards/requests?open=${id(1)}`;
const button = (name: RegExp) => screen.getByRole('button', { name });
const heading = screen.getByRole('heading', { name: 'Priya Nair asks for $26.40' });

test('an approval says its amount, follows what is typed, and opens the next request', async () => {
  const app = await renderApp(first, { ...answers, approveRequest: request(1, { status: 'APPROVED' }) });
  await expect.element(heading).toBeVisible();
  await expectUsable('requests');
  await expect.element(screen.getByText('Priya’s card gets $26.40 and then has $86.40.')).toBeVisible();
  await screen.getByLabelText('Approve with').fill('20');
  await expect.element(screen.getByText('The account goes from $500.00 to $480.00.')).toBeVisible();
  await button(/^Approve \$20\.00/).click();
  await expect.element(screen.getByRole('blockquote')).toHaveTextContent('Dinner number 2');
  expect(app.requestsOf('approveRequest')).toMatchObject([{ params: { id: id(1) }, body: { amount: 20_00 } }]);
});

test.each([390, 768])(
  '%d px wide, a decision is confirmed above the next request, away from its buttons',
  async (width) => {
    await setAppearance({ width });
    await renderApp(first, { ...answers, approveRequest: request(1, { status: 'APPROVED' }) });
    await button(/^Approve \$26\.40/).click();
    await expect.element(screen.getByRole('blockquote')).toHaveTextContent('Dinner number 2');
    const said = screen.getByRole('dialog').getByText('Approved: $26.40 on ·· 0932 · Priya Nair');
    await expect.element(said).toBeVisible();
    const { left, top, bottom } = said.element().getBoundingClientRect();
    expect(document.elementFromPoint(left + 4, (top + bottom) / 2)).toBe(said.element());
    expect(bottom).toBeLessThan(
      button(/^Approve \$26\.40/)
        .element()
        .getBoundingClientRect().top,
    );
    await userEvent.keyboard('k');
    await expect.element(screen.getByRole('blockquote')).toHaveTextContent('Dinner number 1');
    await expect.element(said).not.toBeInTheDocument();
  },
);

test('after R, the note says that it is needed, its problem is in view, and the button names the key that sends', async () => {
  await setAppearance({ width: 390 });
  await renderApp(first, answers);
  await expect.element(heading).toBeVisible();
  const sheet = screen.getByRole('dialog');
  await expect.element(sheet.getByText('Optional')).toBeInTheDocument();
  await userEvent.keyboard('r');
  await expect.element(screen.getByLabelText('Note to Priya')).toHaveFocus();
  await expect.element(sheet.getByText('Needed to reject')).toBeVisible();
  await expect.element(sheet.getByText('Optional')).not.toBeInTheDocument();
  await expect.element(button(/^Reject Ctrl Enter$/)).toBeVisible();
  const problem = sheet.getByText(/^To reject, say why/);
  const foot = button(/^Reject/)
    .element()
    .getBoundingClientRect().top;
  await expect.poll(() => problem.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(foot);
});

test('a request without words shows the decline in their place', async () => {
  const { declined } = aRequest(1);
  const silent = request(1, { purpose: null, declined, effect: null });
  await renderApp(first, { ...answers, requests: { items: [silent], nextCursor: null }, request: silent });
  await expect.element(heading).toBeVisible();
  await expect.element(screen.getByText(`Declined at ${declined!.merchant}`, { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('blockquote')).not.toBeInTheDocument();
});

test('a double press decides one request: the buttons of the next do nothing for a moment', async () => {
  const app = await renderApp(first, { ...answers, approveRequest: request(1, { status: 'APPROVED' }) });
  await expect.element(heading).toBeVisible();
  const pressed: string[] = [];
  // As soon as the next one is there.
  const pressing = new MutationObserver(() => {
    const approve = button(/^Approve \$/).elements()[0] as HTMLElement | undefined;
    if (pressed.length > 0 || !approve || !document.querySelector('blockquote')?.textContent.includes('2')) return;
    pressed.push('approve');
    approve.click();
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
  });
  onTestFinished(() => pressing.disconnect());
  pressing.observe(document.body, { subtree: true, childList: true, characterData: true });
  await button(/^Approve \$26\.40/).click();
  await expect.poll(() => pressed).toEqual(['approve']);
  const ids = () => app.requestsOf('approveRequest').map(({ params }) => params.id);
  expect(ids()).toEqual([id(1)]);
  // Then they work.
  await button(/^Approve \$26\.40/).click();
  await expect.poll(ids).toEqual([id(1), id(2)]);
});

test.each([{ scheme: 'light' }, { scheme: 'dark' }, { theme: 'legacy' }] as const)(
  'people are grey in %o: the color of the brand is for acts and selection',
  async (appearance) => {
    await setAppearance(appearance);
    await renderApp('/cards/requests', answers);
    const people = screen.getByText(/^(PN|MC)$/);
    await expect.poll(() => people.elements().length).toBe(3);
    const probe = document.createElement('i');
    document.body.append(probe);
    const colorOf = (token: string) => {
      probe.style.color = `var(${token})`;
      return getComputedStyle(probe).color;
    };
    // contrast.component.test.tsx measures this pair in every theme.
    const grey = [colorOf('--sunken'), colorOf('--text-2')];
    probe.remove();
    for (const person of people.elements()) {
      const { backgroundColor, color, borderRadius } = getComputedStyle(person);
      expect([backgroundColor, color, borderRadius]).toEqual([...grey, '50%']);
    }
  },
);

const approval = {
  by: 'Ines Duarte',
  at: '2026-11-02T15:10:00Z',
  amount: usd(26_40),
  until: '2126-12-01T05:00:00Z',
  note: null,
  cardId: null,
};
const raised = {
  until: '2126-12-01T05:00:00Z',
  limits: [
    { limit: usd(226_40), period: 'DAY' as const, group: null },
    { limit: usd(516_40), period: 'WEEK' as const, group: 'Restaurants and bars' },
  ],
};
const raise = (change: Partial<CardRequestForDecision> = {}) =>
  request(1, {
    kind: 'LIMIT',
    period: 'DAY',
    until: '2126-12-01T05:00:00Z',
    effect: null,
    raises: {
      limit: usd(200_00),
      left: usd(60_00),
      period: 'DAY',
      policyName: 'Sales',
      group: null,
      again: usd(200_00),
      also: [],
      next: null,
      usedUp: [],
      since: usd(0),
      allowedNow: false,
    },
    ...change,
  });

test('a raise says what can be spent, until when and what stays, and who else decides comes first', async () => {
  await renderApp(first, { ...answers, request: raise() });
  const spends = screen.getByText(/^Priya can spend/);
  const left = screen.getByText(/^Priya then has/);
  await expect
    .element(spends)
    .toMatchTextContent('Priya can spend $226.40 a day until Dec 1, 2126, 12:00 AM, then $200.00 again.');
  await expect.element(left).toMatchTextContent('Priya then has $86.40 of it left today.');
  await expect.element(screen.getByText('This raises the limit of “Sales”.')).toBeVisible();
  await expect.element(screen.getByText('All other rules of “Company” and “Sales” stay.')).toBeVisible();
  await screen.getByLabelText('Approve with').fill('10');
  await expect.element(spends).toMatchTextContent('can spend $210.00 a day until');
  await expect.element(left).toMatchTextContent('Priya then has $70.00 of it left today.');
  const others = screen.getByText(/^Maya Chen or Ines Duarte can decide as well\./).element();
  expect(others.compareDocumentPosition(spends.element()) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test('a raise says which other limits it raises for the purchase, and what a limit is after it', async () => {
  const also = [
    { limit: usd(500_00), left: usd(70_00), period: 'WEEK' as const, policyName: 'Sales', group: 'Restaurants' },
    { limit: usd(900_00), left: usd(90_00), period: 'MONTH' as const, policyName: 'Sales', group: null },
  ];
  const raises = { ...raise().raises!, limit: usd(239_62), again: usd(200_00), also };
  await renderApp(first, { ...answers, request: raise({ raises }) });
  await expect
    .element(screen.getByText(/^Priya can spend \$266\.02 a day until .*, then \$200\.00 again\.$/))
    .toBeVisible();
  const week = screen.getByText(/^So that the purchase goes through, the limit of \$500\.00 a week at Restaurants is/);
  await expect.element(week).toMatchTextContent(/is \$516\.40 until Dec 1, 2126, 12:00 AM, too\.$/);
  expect(screen.getByText(/a month/).elements()).toHaveLength(0);
  // Less is raised by less, and not for the purchase.
  await screen.getByLabelText('Approve with').fill('5');
  await expect.element(week).not.toBeInTheDocument();
});

test('an approved request says each limit that was raised, what it became and until when', async () => {
  await renderApp(first, {
    ...answers,
    request: raise({ status: 'APPROVED', decision: approval, raises: null, raised }),
  });
  const limits = screen.getByRole('list', { name: 'Raised limits' }).getByRole('listitem');
  await expect.element(limits.first()).toHaveTextContent('$226.40 a day until Dec 1, 2126, 12:00 AM');
  await expect
    .element(limits.last())
    .toHaveTextContent('$516.40 a week at Restaurants and bars until Dec 1, 2126, 12:00 AM');
  await expectUsable('requests');
});

test('what cannot be approved is said before the press', async () => {
  const app = await renderApp(first, { ...answers, request: raise({ raises: null }) });
  await expect.element(screen.getByText(/^The card has no limit a day of its own that could be raised/)).toBeVisible();
  // A frozen card takes nothing, although there is enough.
  const card = { before: usd(60_00), after: usd(60_00) };
  const business = { before: usd(500_00), after: usd(500_00) };
  app.answer({ request: request(1, { effect: { card, business } }) });
  await app.open(first);
  await expect.element(screen.getByText(/^The card is frozen or closed, so no money can be put on it/)).toBeVisible();
});

test('after an approval of another amount, that amount is said', async () => {
  await renderApp(first, { ...answers, request: raise(), approveRequest: request(1, { status: 'APPROVED' }) });
  await screen.getByLabelText('Approve with').fill('20');
  await button(/^Approve \$20\.00/).click();
  await expect.element(screen.getByText(/\$20\.00 more a day/)).toBeVisible();
});

test('a raise until the end of the day says what can be spent until midnight', async () => {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format(Date.now() + 86_400_000);
  const until = [4, 5].map((hour) => `${day}T0${hour}:00:00.000Z`).find((at) => clock(at) === '00:00')!;
  await renderApp(first, { ...answers, request: raise({ until }) });
  await expect
    .element(screen.getByText('Priya can spend $86.40 until midnight, then $200.00 a day again.'))
    .toBeVisible();
});
const clock = (at: string) =>
  new Date(at).toLocaleTimeString('en-GB', { timeZone: 'America/New_York', hour: '2-digit', minute: '2-digit' });

test.each([
  ['Company', 'This alone does not let the purchase through. Another limit of “Company” leaves only $20.00.'],
  [null, 'This alone does not let the purchase through. Only $20.00 is available to the card.'],
] as const)('a raise that something else makes useless says so: %s', async (policyName, text) => {
  const raises = { ...raise().raises!, next: { left: usd(20_00), policyName } };
  await renderApp(first, { ...answers, request: raise({ raises }) });
  await expect.element(screen.getByText(text)).toBeVisible();
  await expect.element(screen.getByText(/^The limit of \$200\.00 a day of “Sales” is \$226\.40 until/)).toBeVisible();
});

test('a number of purchases that is used up is named with what else is in the way', async () => {
  const usedUp = [{ purchases: 3, period: 'DAY' as const, policyName: 'Sales', group: 'Restaurants' }];
  const app = await renderApp(first, { ...answers, request: raise({ raises: { ...raise().raises!, usedUp } }) });
  const purchases = 'The limit of 3 purchases a day at Restaurants of “Sales” is used up.';
  const notEnough = 'This alone does not let the purchase through.';
  await expect.element(screen.getByText(`${notEnough} ${purchases}`)).toBeVisible();
  const next = { left: usd(20_00), policyName: null };
  app.answer({ request: raise({ declined: null, raises: { ...raise().raises!, usedUp, next } }) });
  await app.open(first);
  await expect
    .element(screen.getByText(`Only $20.00 is available to the card. ${purchases}`, { exact: true }))
    .toBeVisible();
});

test('a purchase that would go through now is said to, and what an approval would add to', async () => {
  const raises = { ...raise().raises!, limit: usd(226_40), left: usd(86_40), since: usd(26_40), allowedNow: true };
  await renderApp(first, { ...answers, request: raise({ raises }) });
  await expect
    .element(screen.getByText('This purchase would be allowed now: $86.40 of the limit is left today.'))
    .toBeVisible();
  await expect
    .element(screen.getByText('The limit was raised by $26.40 since this was asked for. An approval adds to that.'))
    .toBeVisible();
  await expect
    .element(screen.getByText(/^Priya can spend/))
    .toMatchTextContent('Priya can spend $252.80 a day until Dec 1, 2126, 12:00 AM, then $200.00 again.');
});

test('a request about hours says when the card works, and works again', async () => {
  const hours = {
    windows: [{ weekdays: [1, 2, 3, 4, 5], from: 540, to: 1080 }],
    timeZone: 'America/New_York',
  };
  const asked = request(1, {
    kind: 'UNBLOCK',
    amount: null,
    effect: null,
    until: '2126-12-01T05:00:00Z',
    declined: { ...request(1).declined!, code: 'time_window', left: null },
    exception: { about: 'hours', value: null },
    hours,
  });
  await renderApp(first, { ...answers, request: asked });
  await expect.element(screen.getByText('This card works Monday to Friday, 9 AM to 6 PM Eastern.')).toBeVisible();
  await expect
    .element(screen.getByText('Then the card works Monday to Friday, 9 AM to 6 PM Eastern again.'))
    .toBeVisible();
});

test('what was missing is the result of the sum, in the color of text', async () => {
  await renderApp(first, { ...answers, request: raise() });
  const missing = screen.getByRole('term').filter({ hasText: 'Missing' });
  await expect.element(missing).toBeVisible();
  expect(getComputedStyle(missing.element()).color).toBe(getComputedStyle(document.body).color);
});

test('before the decision stand what was decided, what is used of the limit and what was spent', async () => {
  await renderApp(first, { ...answers, request: raise() });
  const figures = () =>
    screen
      .getByRole('term')
      .elements()
      .map((term) => `${term.nextElementSibling!.textContent} ${term.textContent}`);
  await expect
    .poll(figures)
    .toEqual(
      expect.arrayContaining([
        '2 raises approved in 90 days',
        expect.stringMatching(/^\$50\.00 approved last by Ines Duarte, /),
        '$140.00 of $200.00 used today',
        '$980.00 spent this month',
      ]),
    );
});

test('beside the open request, the list leaves out its card and that it waits; the request tells what happened', async () => {
  await renderApp(first, answers);
  await expect.element(screen.getByRole('heading', { name: 'What happened' })).toBeVisible();
  const cards = () => screen.getByText(/^Everyday/).elements().length;
  const waiting = () => screen.getByText(/^Waiting$/).elements().length;
  await expect.poll(() => [cards(), waiting()]).toEqual([1, 0]);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => [cards(), waiting()]).toEqual([2, 2]);
});

test.each([1280, 1440])(
  'at %i px, the first request is open from the start, without the focus and a history entry',
  async (width) => {
    await setAppearance({ width });
    const app = await renderApp('/dashboard', answers);
    await expect.element(screen.getByRole('heading', { level: 1 })).toBeVisible();
    await app.go('/cards/requests');
    await expect.element(heading).toBeVisible();
    expect(window.location.search).toBe(`?open=${id(1)}`);
    await expect.element(screen.getByRole('heading', { level: 1 })).toHaveFocus();
    // A key decides nothing that nobody has opened.
    await userEvent.keyboard('a');
    await expect.element(button(/^Approve \$26\.40/)).toHaveFocus();
    expect(app.requestsOf('approveRequest')).toHaveLength(0);
    await userEvent.keyboard('{Escape}');
    await expect.element(heading).not.toBeInTheDocument();
    expect(window.location.search).toBe('');
    // Opened by a person, the sheet takes the focus.
    await screen
      .getByRole('table')
      .getByText(/Dinner number 1/)
      .click();
    await expect.element(screen.getByRole('dialog').getByRole('heading', { level: 2 }).first()).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => window.location.search).toBe('');
    window.history.back();
    await expect.poll(() => window.location.pathname).toBe('/dashboard');
  },
);

test('where the sheet would take the room of the list, no request opens by itself', async () => {
  await setAppearance({ width: 1279 });
  const app = await renderApp('/cards/requests', answers);
  await expect.element(screen.getByRole('table').getByText(/Dinner number 1/)).toBeVisible();
  expect(app.requestsOf('request')).toHaveLength(0);
  expect(window.location.search).toBe('');
});

test('the row that the next page opens is not looked for here', async () => {
  await setAppearance({ width: 1279 });
  const app = await renderApp('/cards/requests', { ...answers, transaction: refuse('NOT_FOUND') });
  await expect.element(screen.getByRole('table').getByText(/Dinner number 1/)).toBeVisible();
  await app.go(`/transactions?open=${id(700)}`);
  await expect.poll(() => app.requestsOf('transaction')).toHaveLength(1);
  expect(app.requestsOf('request')).toHaveLength(0);
});

test('keys move and decide; a rejection asks for a note', async () => {
  const app = await renderApp(first, { ...answers, rejectRequest: request(2, { status: 'REJECTED' }) });
  await expect.element(heading).toBeVisible();
  await userEvent.keyboard('j');
  await expect.element(screen.getByRole('blockquote')).toHaveTextContent('Dinner number 2');
  await userEvent.keyboard('r');
  const note = screen.getByLabelText('Note to Priya');
  await expect.element(note).toHaveAccessibleDescription(/say why/);
  await note.fill('Please use the other card.');
  await button(/^Reject/).click();
  await expect.element(screen.getByText('Rejected: $26.40 on ·· 0932')).toBeVisible();
  expect(app.requestsOf('rejectRequest')).toMatchObject([
    { params: { id: id(2) }, body: { note: 'Please use the other card.' } },
  ]);
});

test('Esc leaves the note, then closes the request; the note is still there when it is opened again', async () => {
  onTestFinished(() => sessionStorage.clear());
  await renderApp(first, answers);
  await expect.element(heading).toBeVisible();
  await userEvent.keyboard('r');
  const note = screen.getByLabelText('Note to Priya');
  await expect.element(note).toHaveFocus();
  await userEvent.keyboard('Please wait.{Escape}');
  await expect.element(screen.getByRole('heading', { name: 'Request', exact: true })).toHaveFocus();
  await expect.element(note).toHaveValue('Please wait.');
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await screen
    .getByRole('table')
    .getByText(/Dinner number 1/)
    .click();
  await expect.element(note).toHaveValue('Please wait.');
});

test('a note that was sent from its field leaves the field, so that single keys work again', async () => {
  const app = await renderApp(first, { ...answers, addNoteToRequest: request(1) });
  await expect.element(heading).toBeVisible();
  const note = screen.getByLabelText('Note to Priya');
  await note.fill('Which dinner?');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.poll(() => app.requestsOf('addNoteToRequest')).toHaveLength(1);
  await expect.element(screen.getByRole('heading', { name: 'Request', exact: true })).toHaveFocus();
  await userEvent.keyboard('j');
  await expect.element(screen.getByRole('blockquote')).toHaveTextContent('Dinner number 2');
});

test('a note is still there after other rows were opened; Ctrl+Enter in it does what was begun', async () => {
  onTestFinished(() => sessionStorage.clear());
  const app = await renderApp(first, { ...answers, rejectRequest: request(1, { status: 'REJECTED' }) });
  await expect.element(heading).toBeVisible();
  await userEvent.keyboard('r');
  const note = screen.getByLabelText('Note to Priya');
  await note.fill('Please use the other card.');
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('j');
  await expect.element(screen.getByRole('blockquote')).toHaveTextContent('Dinner number 2');
  await expect.element(note).toHaveValue('');
  await userEvent.keyboard('k');
  await expect.element(screen.getByRole('blockquote')).toHaveTextContent('Dinner number 1');
  await expect.element(note).toHaveValue('Please use the other card.');
  await note.fill('');
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard('r');
  await note.fill('Not this month.');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(screen.getByRole('blockquote')).toHaveTextContent('Dinner number 2');
  expect(app.requestsOf('rejectRequest')).toMatchObject([{ params: { id: id(1) }, body: { note: 'Not this month.' } }]);
  // What was sent is not offered again.
  await userEvent.keyboard('k');
  await expect.element(screen.getByRole('blockquote')).toHaveTextContent('Dinner number 1');
  await expect.element(note).toHaveValue('');
});

test.each(['abc', '-5', ''])(
  'without an amount, %j, the effect of an approval is not shown as if it held',
  async (typed) => {
    await renderApp(first, answers);
    const amount = screen.getByLabelText('Approve with');
    await amount.fill(typed);
    await expect.element(screen.getByText('Type an amount to see what an approval changes.')).toBeVisible();
    await expect.element(screen.getByRole('heading', { name: 'If you approve' })).not.toBeInTheDocument();
    await expectUsable('requests');
    await amount.fill('20');
    await expect.element(screen.getByText('The account goes from $500.00 to $480.00.')).toBeVisible();
    await expect.element(screen.getByRole('heading', { name: 'If you approve' })).toBeVisible();
  },
);

test('A and R on a row of the list open its request, and only there decide', async () => {
  await setAppearance({ width: 1279 });
  const app = await renderApp('/cards/requests', { ...answers, approveRequest: request(2, { status: 'APPROVED' }) });
  await expect.element(screen.getByRole('row').filter({ hasText: 'Dinner number 1' })).toBeVisible();
  await userEvent.keyboard('jr');
  const note = screen.getByLabelText('Note to Priya');
  await expect.element(note).toHaveFocus();
  await expect.element(note).toHaveAccessibleDescription(/say why/);
  await screen.getByRole('button', { name: 'Close' }).click();
  await userEvent.keyboard('ja');
  await expect.element(screen.getByRole('blockquote')).toHaveTextContent('Dinner number 2');
  await expect.element(button(/^Approve \$26\.40/)).toHaveFocus();
  expect(app.requestsOf('approveRequest')).toHaveLength(0);
  await userEvent.keyboard('a');
  await expect.poll(() => app.requestsOf('approveRequest')).toMatchObject([{ params: { id: id(2) } }]);
  expect(app.requestsOf('rejectRequest')).toHaveLength(0);
});

test('where single keys are off, none of them moves or decides', async () => {
  singleKeys.write('off');
  const app = await renderApp(first, answers);
  await expect.element(button(/^Approve \$26\.40$/)).toBeVisible();
  await userEvent.keyboard('jar');
  await expect.element(screen.getByRole('blockquote')).toHaveTextContent('Dinner number 1');
  await expect.element(screen.getByLabelText('Note to Priya')).not.toHaveFocus();
  expect(app.requestsOf('approveRequest')).toHaveLength(0);
});

test('if another administrator decides first, the request names them and their decision, and the buttons go', async () => {
  const decision = {
    by: 'Ines Duarte',
    at: '2026-11-02T15:10:00Z',
    amount: null,
    until: null,
    note: null,
    cardId: null,
  };
  let isDecided = false;
  await renderApp(`/cards/requests?open=${id(1)}`, {
    ...answers,
    request: () => (isDecided ? request(1, { status: 'REJECTED', decision, effect: null }) : request(1)),
    approveRequest: () => {
      isDecided = true;
      return refuse('REQUEST_NOT_PENDING');
    },
  });
  await button(/^Approve \$26\.40/).click();
  await expect.element(screen.getByText('Rejected by Ines Duarte').first()).toBeVisible();
  await expect.element(button(/^Approve/)).not.toBeInTheDocument();
});

test('a physical card is approved with an address, and moments are those of the business', async () => {
  const asked = request(3, {
    kind: 'CARD',
    card: null,
    amount: null,
    cardName: 'Site visits',
    cardKind: 'PHYSICAL',
    declinedTransactionId: null,
    declined: null,
    effect: null,
  });
  const app = await renderApp(`/cards/requests?open=${id(3)}`, {
    ...answers,
    userInfo: { ...administrator, timeZone: 'America/Los_Angeles' },
    request: asked,
    approveRequest: { ...asked, status: 'APPROVED' },
  });
  await expect.element(screen.getByText(/asked Nov 2, 7:00\u00A0AM/)).toBeVisible();
  await button(/^Approve/).click();
  await expect.element(screen.getByLabelText('Street and number')).toHaveFocus();
  await expect.element(screen.getByText('ZIP code is required')).toBeVisible();
  expect(app.requestsOf('approveRequest')).toEqual([]);
  await screen.getByLabelText('Street and number').fill('1 Harbor St');
  await screen.getByLabelText('City').fill('Portland');
  await screen.getByLabelText('State', { exact: true }).fill('me');
  await screen.getByLabelText('ZIP code').fill('04101');
  await expectUsable('requests: a physical card');
  await button(/^Approve/).click();
  await expect.element(screen.getByText('Approved: A card for Site visits')).toBeVisible();
  expect(app.requestsOf('approveRequest')[0]?.body.shipping).toEqual({
    method: 'STANDARD',
    recipient: 'Priya Nair',
    line1: '1 Harbor St',
    line2: null,
    city: 'Portland',
    state: 'ME',
    zip: '04101',
  });
});

test('where purchases are hidden, an exception is decided by what it allows', async () => {
  const hidden = { declined: null, declinedTransactionId: null, amount: null, effect: null } as const;
  const asked = (exception: NonNullable<CardRequestForDecision['exception']>) =>
    request(1, { ...hidden, kind: 'UNBLOCK', until: '2026-11-25T05:00:00Z', exception });
  const app = await renderApp(first, {
    ...answers,
    userInfo: { ...administrator, allowAdminViewCardUsage: false },
    requests: ({ query }) => ({
      items: query.status?.includes('PENDING') ? [asked({ about: 'mcc', value: 'Restaurants' })] : [],
      nextCursor: null,
    }),
    request: asked({ about: 'mcc', value: 'Restaurants' }),
  });
  await expect.element(screen.getByText(/^Purchases of the category Restaurants are allowed until Nov/)).toBeVisible();
  await expect.element(screen.getByText(/what the holder asks you to allow/)).toBeVisible();
  await expect.element(button(/^Approve/)).toBeEnabled();
  expect(app.requestsOf('request')).not.toEqual([]);
});

test('before the decision, the page says what the person has spent, and takes a note that decides nothing', async () => {
  const app = await renderApp(first, { ...answers, addNoteToRequest: request(1) });
  await expect.element(screen.getByText('$980.00')).toBeVisible();
  expect(app.requestsOf('transactions').map(({ query }) => query)).toMatchObject([{ membershipId: [id(800)] }]);
  const purchases = screen.getByRole('link', { name: 'Priya’s purchases' });
  await expect.element(purchases).toHaveAttribute('href', `/transactions?cardholder=${id(800)}`);
  await button(/^Send note only/).click();
  await expect.element(screen.getByLabelText('Note to Priya')).toHaveAccessibleDescription(/Note is required/);
  await screen.getByLabelText('Note to Priya').fill('Which dinner?');
  await button(/^Send note only/).click();
  await expect.element(screen.getByText('The note was sent.')).toBeVisible();
  expect(app.requestsOf('addNoteToRequest')).toMatchObject([
    { params: { id: id(1) }, body: { note: 'Which dinner?' } },
  ]);
  await expect.element(button(/^Approve \$26\.40/)).toBeVisible();
});

test('who may not see purchases is told nothing of them', async () => {
  const app = await renderApp(first, { ...answers, userInfo: { ...administrator, allowAdminViewCardUsage: false } });
  await expect.element(screen.getByText('of this kind approved in 90 days')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Priya’s purchases' })).not.toBeInTheDocument();
  expect(app.requestsOf('transactions')).toEqual([]);
});

test('the list begins with what waits, and is exported as the address has it', async () => {
  const view = 'state=!PENDING&kind=FUNDING&q=dinner&sort=asked&hide=card';
  const app = await renderApp(`/cards/requests?${view}`, { ...answers, exportRequests: null });
  await screen.getByRole('button', { name: 'Export these rows' }).click();
  await screen.getByRole('menuitem', { name: 'Excel workbook' }).click();
  await expect
    .poll(() => app.requestsOf('exportRequests').map((call) => call.query))
    .toEqual([
      {
        status: ['APPROVED', 'REJECTED', 'CANCELED', 'EXPIRED'],
        kind: ['FUNDING'],
        text: 'dinner',
        order: 'ASC',
        format: 'xlsx',
        hide: ['card'],
      },
    ]);
  await screen.getByRole('tab', { name: /^Waiting/ }).click();
  await expect
    .poll(() => app.requestsOf('requests').map(({ query }) => query))
    .toContainEqual(expect.objectContaining({ status: ['PENDING'], order: 'DESC' }));
  await expect.element(screen.getByText('Dinner number 1 · Declined at Trattoria Lucca')).toBeVisible();
});

test('below what waits stands what was decided last, which opens and leads to all', async () => {
  const decision = { at: '2026-11-03T15:00:00Z', until: null, note: null, cardId: null };
  const decided = [
    request(11, { status: 'APPROVED', decision: { ...decision, by: 'Ines Duarte', amount: usd(20_00) } }),
    request(12, { status: 'REJECTED', decision: { ...decision, by: 'Maya Chen', amount: null } }),
    request(13, { status: 'EXPIRED', decision: { ...decision, by: null, amount: null } }),
  ];
  await renderApp('/cards/requests', {
    ...answers,
    requests: ({ query }) => ({
      items: query.status?.includes('PENDING') ? two : decided,
      nextCursor: null,
      totals: { requests: 2, waiting: 2 },
    }),
    request: ({ params }) => [...two, ...decided].find((each) => each.id === params.id)!,
  });
  const below = screen.getByRole('listitem').filter({ hasText: /Priya Nair · / });
  await expect
    .poll(() => below.elements().map((row) => row.querySelector('p')!.textContent))
    .toEqual([
      'Priya Nair · Approved with $20.00 by Ines Duarte',
      'Priya Nair · Rejected by Maya Chen',
      'Priya Nair · Expired unanswered',
    ]);
  await expectUsable('requests');
  await expect
    .element(screen.getByRole('link', { name: 'All decided requests' }))
    .toHaveAttribute('href', '/cards/requests?state=%21PENDING');
  await below.nth(1).getByRole('link').click();
  await expect.element(screen.getByRole('blockquote')).toHaveTextContent('Dinner number 12');
});

test('selected requests are rejected together with one note; those that are not say why', async () => {
  await setAppearance({ width: 1279 });
  const app = await renderApp('/cards/requests', {
    ...answers,
    rejectRequest: ({ params }) =>
      params.id === id(1) ? refuse('REQUEST_NOT_PENDING') : request(2, { status: 'REJECTED' }),
  });
  await screen.getByRole('checkbox').first().click();
  const bar = screen.getByRole('group', { name: '2 selected' });
  await bar.getByRole('button', { name: 'Reject' }).click();
  const many = screen.getByRole('dialog', { name: 'Reject 2 requests?' });
  await many.getByRole('button', { name: 'Reject 2' }).click();
  await expect.element(many.getByLabelText('Note to all of them')).toHaveAccessibleDescription(/say why/);
  await many.getByLabelText('Note to all of them').fill('Next month.');
  await many.getByRole('button', { name: 'Reject 2' }).click();
  await expect.element(screen.getByText('1 request was rejected.')).toBeVisible();
  await expect.element(screen.getByText('1 request was not decided.')).toBeVisible();
  expect(app.requestsOf('rejectRequest')).toMatchObject([
    { params: { id: id(1) }, body: { note: 'Next month.' } },
    { params: { id: id(2) }, body: { note: 'Next month.' } },
  ]);
});
