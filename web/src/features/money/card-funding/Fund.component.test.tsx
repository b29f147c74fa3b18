import type { FundingPlan, FundingRun } from '@florin/contract/money/card-funding';
import type { Card } from '@florin/contract/cards/cards';
import type { FundingSchedule } from '@florin/contract/money/funding-schedules';
import { expect, onTestFinished, test } from 'vitest';
import { refreshFunding } from './queries.ts';
import { marker } from '../../../session/browser-session.ts';
import { faults, refuse, type Answers } from '../../../testing/answers.ts';
import { aRequest } from '../../../testing/card-core.ts';
import { madeCard } from '../../../testing/cards.ts';
import { screen, setAppearance, userEvent } from '../../../testing/component.ts';
import { schedule as monthly } from '../../../testing/money.ts';
import { administrator, answersFor, usd } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { expectUsable } from '../../../testing/screens/expect-usable.ts';
import { timesNow } from './schedule-setup.ts';

const id = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const card = (n: number): Card => ({
  ...madeCard,
  id: id(n),
  chainId: id(n),
  name: `Field crew ${n}`,
  last4: String(5000 + n),
});

interface Asked {
  act: FundingPlan['act'];
  amount?: number | null | undefined;
  cards?: readonly { cardId: string; amount?: number | null | undefined }[] | undefined;
}
/** What the server would say: every card has $10.00, and the account $500.00. */
const planned = ({ act, amount, cards = [] }: Asked, basis = '0'.repeat(32)): FundingPlan => {
  const sign = act === 'DEFUND' ? -1 : 1;
  const lines = cards.map(({ cardId, amount: own }) => {
    const change = sign * (act === 'ZERO' ? 0 : (own ?? amount ?? 0));
    const n = Number(cardId.slice(-4));
    return {
      cardId,
      cardName: `Field crew ${n}`,
      kind: 'VIRTUAL' as const,
      last4: String(5000 + n),
      holder: 'Priya Nair',
      before: usd(10_00),
      change: usd(change),
      after: usd(10_00 + change),
      reason: null,
    };
  });
  const total = lines.reduce((sum, { change }) => sum + change.amount, 0);
  return {
    act,
    whenShort: 'NONE',
    account: { before: usd(500_00), after: usd(500_00 - total) },
    total: usd(total),
    cardsChanged: lines.length,
    cardsUnchanged: 0,
    missing: usd(0),
    lines,
    basis,
  };
};
const ran = (plan: Asked): FundingRun => {
  const { basis: _, ...figures } = planned(plan);
  return { ...figures, id: id(600), at: '2026-11-02T15:00:00Z', by: 'Maya Chen', scheduleId: null, outcome: 'DONE' };
};
const two: Asked = { act: 'FUND', amount: 25_00, cards: [{ cardId: id(1) }, { cardId: id(2) }] };
const answers = {
  ...answersFor(administrator),
  cards: { items: [card(1), card(2)], nextCursor: null },
  cardGroups: { items: [] },
  previewFunding: ({ body }) => planned(body),
  fundingRuns: { items: [], nextCursor: null },
  fundingSchedules: { items: [] },
  fundingRun: ran(two),
} satisfies Answers;
const button = (name: string) => screen.getByRole('button', { name, exact: true });
const row = (name: string) => screen.getByRole('row').filter({ hasText: name });

test('a card that is used up says so, and is not among all that are chosen', async () => {
  const used = { ...card(3), controls: { ...card(3).controls, usesAtMost: 1, uses: 1 } };
  const app = await renderApp('/cards/funding', {
    ...answers,
    cards: { items: [card(1), card(2), used], nextCursor: null },
  });
  await expect.element(row('Field crew 3')).toMatchTextContent(/Used up/);
  await button('Choose all 2').click();
  await screen.getByLabelText('Amount each').fill('25');
  await expect.element(screen.getByText('2 cards get $25.00 each, $50.00 in all.')).toBeVisible();
  await expect.element(button('Choose all 2')).not.toBeInTheDocument();
  expect(app.requestsOf('previewFunding').at(-1)!.body.cards).toHaveLength(2);
});

test('a business without cards is led to its first; a search that finds none is not', async () => {
  const none = { items: [], nextCursor: null };
  await renderApp('/cards/funding', { ...answers, cards: none });
  await expect
    .element(screen.getByRole('link', { name: 'Issue a card', exact: true }))
    .toHaveAttribute('href', '/cards?issue=virtual');
  await screen.getByLabelText('Search cards').fill('zoe');
  await expect.element(screen.getByText('No card found')).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Issue a card', exact: true })).not.toBeInTheDocument();
});

test('a card that nobody can spend from is left out of all, and chosen by itself the plan says so', async () => {
  const waiting: Card = { ...card(3), status: 'PENDING_ACTIVATION', holder: null };
  const app = await renderApp('/cards/funding', {
    ...answers,
    cards: { items: [waiting, card(1), card(2)], nextCursor: null },
    previewFunding: ({ body }) => {
      const plan = planned(body);
      const lines = plan.lines.map((line) =>
        line.cardId === waiting.id ? { ...line, holder: null, idle: 'NOT_ACTIVATED' as const } : line,
      );
      return { ...plan, lines };
    },
  });
  await screen.getByLabelText('Amount each').fill('25');
  await screen.getByRole('checkbox', { name: 'Select all rows' }).click();
  await expect
    .element(screen.getByText(/^1 of 3 cards is left out: it is not activated or has no holder/))
    .toBeVisible();
  await expect.element(screen.getByText('2 cards get $25.00 each, $50.00 in all.')).toBeVisible();
  await row('Field crew 3').getByRole('checkbox').click();
  await expect
    .element(screen.getByText('Field crew 3 ··\u00a05003 is not activated: nobody can spend this money yet.'))
    .toBeVisible();
  expect(app.requestsOf('previewFunding').at(-1)!.body.cards).toHaveLength(3);
});

test('to take money back, no card is left out of all', async () => {
  const used = { ...card(3), controls: { ...card(3).controls, usesAtMost: 1, uses: 1 } };
  const waiting: Card = { ...card(4), status: 'PENDING_ACTIVATION' };
  const cards = { items: [card(1), card(2), used, waiting], nextCursor: null };
  const app = await renderApp('/cards/funding?act=ZERO', { ...answers, cards });
  await expect.element(row('Field crew 4')).toBeVisible();
  await expect.element(screen.getByText(/left out/)).not.toBeInTheDocument();
  await button('Choose all 4').click();
  await expect.poll(() => app.requestsOf('previewFunding').at(-1)?.body.act).toBe('ZERO');
  expect(app.requestsOf('previewFunding').at(-1)?.body.cards).toHaveLength(4);
});

test('an order says what will happen, is done once, and can be taken back by another order', async () => {
  const app = await renderApp('/cards/funding', { ...answers, runFunding: ran(two) });
  await expect.element(screen.getByText('Choose cards and an amount to see what would happen.')).toBeVisible();
  await expect.element(screen.getByText('$10.00').first()).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Cards: the cards you choose' })).toBeVisible();
  await expectUsable('fund');
  await button('Choose all 2').click();
  await screen.getByLabelText('Amount each').fill('25');
  await expect.element(screen.getByText('2 cards get $25.00 each, $50.00 in all.')).toBeVisible();
  await expect.element(screen.getByText('The account goes from $500.00 to $450.00.')).toBeVisible();
  await expect.element(row('Field crew 2')).toMatchTextContent(/\$10\.00.*\+\$25\.00.*\$35\.00/);
  await expect.element(screen.getByText(/^2 cards get \$50\.00$/)).toBeVisible();
  await button('Fund 2 cards with $50.00').click();
  await expect.element(screen.getByRole('heading', { name: 'Done' })).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Field crew 1 ·· 5001' })).toBeVisible();
  expect(button('Fund 2 cards with $50.00').elements()).toHaveLength(0);
  await button('Take it back').click();
  await button('Take $50.00 back from 2 cards').click();
  await expect.element(screen.getByRole('heading', { name: 'Done' })).toBeVisible();
  expect(app.requestsOf('runFunding').map(({ body }) => [body.act, body.amount, body.cards])).toEqual([
    ['FUND', 25_00, two.cards],
    ['DEFUND', null, two.cards!.map((each) => ({ ...each, amount: 25_00 }))],
  ]);
});

test.each([
  ['as it was left', {}, '25'],
  ['not at all, with cards that are none', { chosen: [null] }, ''],
  ['not at all, with an act that does not exist', { act: 'GIVE' }, ''],
  ['not at all, with a frequency that does not exist', { times: { frequency: 'HOURLY' } }, ''],
])(
  'a kept order is restored %s',
  async (_what, changed: { times?: object; chosen?: unknown; act?: string }, amount) => {
    onTestFinished(() => sessionStorage.clear());
    const start = { act: 'FUND', amount: null, cards: [], whenShort: 'NONE' };
    const base = { act: 'FUND', typed: '', chosen: [], whenShort: 'NONE', times: timesNow('2026-11-02') };
    const values = { ...base, typed: '25', ...changed, times: { ...base.times, ...changed.times } };
    const forms = { [`order ${JSON.stringify(start)}`]: { at: Date.now(), base, values } };
    sessionStorage.setItem('florin-kept-forms', JSON.stringify({ userId: administrator.userId, forms }));
    await renderApp('/cards/funding', answers);
    await expect.element(screen.getByLabelText('Amount each')).toHaveValue(amount);
  },
);

test('with keys alone: a search and Enter choose, and Ctrl+Enter does what is shown, once', async () => {
  const frozen = (plan: FundingPlan): FundingPlan => ({
    ...plan,
    lines: plan.lines.map((line) =>
      line.cardId === id(2) ? { ...line, change: usd(0), after: line.before, reason: 'CARD_FROZEN' } : line,
    ),
    total: usd(25_00),
    cardsChanged: 1,
    cardsUnchanged: 1,
  });
  const app = await renderApp('/cards/funding?act=FUND&amount=2500', {
    ...answers,
    cards: ({ query: { text } }) => ({
      items: [card(1), { ...card(2), status: 'PAUSED' as const }, ...(text === 'crew' ? [] : [card(3)])],
      nextCursor: null,
    }),
    previewFunding: ({ body }) => (body.act === 'FUND' ? frozen(planned(body)) : planned(body)),
    runFunding: ran(two),
  });
  await expect.element(screen.getByRole('searchbox', { name: 'Search cards' })).toHaveFocus();
  await userEvent.keyboard('crew{Enter}');
  await expect.element(row('Field crew 2')).toMatchTextContent(/Frozen.*\$10\.00.*Nothing: frozen.*\$10\.00/);
  await expect.element(row('Field crew 1')).toMatchTextContent(/\+\$25\.00.*\$35\.00/);
  // The chosen ones, those that get nothing first.
  await button('Chosen 2').click();
  await expect.element(screen.getByRole('row').nth(1)).toMatchTextContent(/Field crew 2.*Nothing: frozen/);
  await expectUsable('fund: chosen cards');
  await expect.element(button('Fund 1 card with $25.00')).not.toHaveAttribute('aria-disabled');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(screen.getByRole('heading', { name: 'Done' })).toBeVisible();
  expect(app.requestsOf('runFunding').map(({ body }) => body.cards)).toEqual([two.cards]);
});

test('Enter in the search goes to the first card where it has nothing to choose', async () => {
  await renderApp('/cards/funding?act=FUND&amount=2500', answers);
  const search = screen.getByRole('searchbox', { name: 'Search cards' });
  const first = screen.getByRole('checkbox', { name: 'Select Field crew 1 5001' });
  await expect.element(first).toBeVisible();
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(first).toHaveFocus();
  await expect.element(first).not.toBeChecked();
  await search.click();
  await userEvent.keyboard('crew{Enter}');
  await expect.element(first).toBeChecked();
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(first).toHaveFocus();
});

test('after a search, J begins at the first card', async () => {
  await renderApp('/cards/funding', {
    ...answers,
    cards: ({ query: { text } }) => ({
      items: text ? [card(1), card(3)] : [card(1), card(2), card(3)],
      nextCursor: null,
    }),
  });
  const box = (n: number) => screen.getByRole('checkbox', { name: `Select Field crew ${n} ${5000 + n}` });
  await expect.element(box(1)).toBeVisible();
  await userEvent.keyboard('j');
  await expect.element(box(1)).toHaveFocus();
  await screen.getByRole('searchbox', { name: 'Search cards' }).fill('crew');
  await expect.element(box(2)).not.toBeInTheDocument();
  await userEvent.keyboard('{Tab}j');
  await expect.element(box(1)).toHaveFocus();
});

test('the other cards are shown with the focus on the first of them', async () => {
  const many = Array.from({ length: 24 }, (_, n) => card(n + 1));
  await renderApp('/cards/funding', { ...answers, cards: { items: many, nextCursor: null } });
  await button('Show 14 more').click();
  const next = screen.getByRole('checkbox', { name: 'Select Field crew 11 5011' });
  await expect.element(next).toHaveFocus();
  await expect.element(next).toBeInViewport({ ratio: 1 });
});

test('cards of the address are shown, and the amount is what is still to be said', async () => {
  await renderApp(`/cards/funding?cards=${id(3)}`, answers);
  await expect.element(row('Field crew 3')).toMatchTextContent('$10.00');
  await expect.element(screen.getByLabelText('Amount each')).toHaveFocus();
  await userEvent.keyboard('25');
  await expect.element(row('Field crew 3')).toMatchTextContent(/\+\$25\.00.*\$35\.00/);
  await button('All cards').click();
  await screen.getByRole('searchbox', { name: 'Search cards' }).click();
  await userEvent.keyboard('{ArrowDown}xj{Shift>}X{/Shift}');
  await expect.element(button('Chosen 3')).toBeVisible();
  await button('Choose none').click();
  await expect.element(row('Field crew 1')).toBeVisible();
  await expect.element(screen.getByText('Choose cards and an amount to see what would happen.')).toBeVisible();
});

test('the sentence is filled in by keys, and what is wrong is said with the name of its field', async () => {
  const app = await renderApp('/cards/funding', {
    ...answers,
    previewFundingSchedule: ({ body }) => foreseen(body),
    createFundingSchedule: schedule,
  });
  const tab = () => userEvent.keyboard('{Tab}');
  const amount = screen.getByLabelText('Amount each');
  await screen.getByRole('button', { name: /What to do/ }).click();
  await userEvent.keyboard('Top{Enter}');
  await expect.element(screen.getByRole('button', { name: /What to do/ })).toHaveFocus();
  await tab();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('searchbox', { name: 'Search cards' })).toHaveFocus();
  await button('Choose all 2').click();
  await expect.element(amount).not.toBeInTheDocument();
  const upTo = screen.getByLabelText('Up to');
  await upTo.fill('a lot');
  await expect.element(upTo).toHaveAccessibleDescription('Up to: Please enter an amount such as 25.00.');
  await upTo.fill('300');
  await expect.element(upTo).not.toHaveAccessibleDescription();
  await tab();
  await userEvent.keyboard('{Enter}When{Enter}');
  const low = screen.getByLabelText('When a card has less than');
  await low.fill('400');
  await expect
    .element(low)
    .toHaveAccessibleDescription(
      'When a card has less than: Please enter at most the amount that cards are brought to.',
    );
  await expectUsable('fund: a sentence with what is wrong');
  await low.fill('50');
  await screen.getByLabelText('Name').fill('');
  await expect.element(screen.getByLabelText('Name')).toHaveAccessibleDescription('Name is required');
  await screen.getByLabelText('Name').fill('Low cards');
  await button('Schedule funding').click();
  await expect
    .poll(() => app.requestsOf('createFundingSchedule').map(({ body }) => body))
    .toMatchObject([{ name: 'Low cards', act: 'TOP_UP', amount: 300_00, frequency: 'LOW_BALANCE', threshold: 50_00 }]);
});

test('a monthly schedule names its day, and says what a shorter month does', async () => {
  const app = await renderApp('/cards/funding?schedule=new', {
    ...answers,
    previewFundingSchedule: ({ body }) => foreseen(body),
  });
  await button('Choose all 2').click();
  await screen.getByLabelText('Up to').fill('25');
  await screen.getByRole('button', { name: /When$/ }).click();
  await screen.getByRole('option', { name: 'Every month' }).click();
  await screen.getByRole('button', { name: /Day of the month/ }).click();
  await screen.getByRole('option', { name: 'the 31st' }).click();
  await expect.element(screen.getByText('A shorter month uses its last day.')).toBeVisible();
  await expect
    .poll(() => app.requestsOf('previewFundingSchedule').at(-1)?.body)
    .toMatchObject({
      frequency: 'MONTHLY',
      dayOfMonth: 31,
    });
});

test('a card without a name and a holder is called what it is, as in the list of cards', async () => {
  const unnamed: Card = { ...card(1), kind: 'PHYSICAL', name: null, holder: null };
  await renderApp('/cards/funding', {
    ...answers,
    cards: { items: [unnamed], nextCursor: null },
    previewFunding: ({ body }) => {
      const plan = planned(body);
      const change = { cardName: null, kind: 'PHYSICAL' as const, holder: null };
      return { ...plan, lines: plan.lines.map((line) => ({ ...line, ...change })) };
    },
  });
  await screen.getByRole('checkbox', { name: 'Select Physical card 5001' }).click();
  await button('Chosen 1').click();
  await expect.element(row('Physical card ·· 5001')).toBeVisible();
});

test.each([1440, 320])('at a width of %d nothing above pushes the schedules down', async (width) => {
  await setAppearance({ width });
  const found = Promise.withResolvers<undefined>();
  const known = Promise.withResolvers<undefined>();
  await renderApp('/cards/funding', {
    ...answers,
    cards: async () => {
      await found.promise;
      return { items: Array.from({ length: 12 }, (_, n) => card(n + 1)), nextCursor: null };
    },
    previewFunding: async ({ body }) => {
      await known.promise;
      return planned(body);
    },
  });
  await expect.element(screen.getByRole('heading', { name: 'Order' })).toBeVisible();
  const schedules = screen.getByRole('heading', { name: 'Schedules' });
  await expect.element(schedules).not.toBeInTheDocument();
  found.resolve(undefined);
  await expect.element(schedules).toBeInTheDocument();
  const top = () => schedules.element().getBoundingClientRect().top + window.scrollY;
  const before = top();
  known.resolve(undefined);
  await expect.element(screen.getByText('$10.00').first()).toBeInTheDocument();
  expect(top()).toBe(before);
});

test.each([768, 320])(
  'at a width of %d the button stays below the cards, and does not cover the focus',
  async (width) => {
    await setAppearance({ width, height: 640 });
    const many = Array.from({ length: 10 }, (_, n) => card(n + 1));
    await renderApp(`/cards/funding?act=FUND&amount=2500&cards=${many.map((each) => each.id).join()}`, {
      ...answers,
      cards: { items: many, nextCursor: null },
    });
    const press = button('Fund 10 cards with $250.00');
    await expect.element(press).toBeInViewport({ ratio: 1 });
    await expect.element(screen.getByText('The account then has $250.00.')).toBeInViewport({ ratio: 1 });
    for (const box of screen.getByRole('checkbox', { name: /^Select Field/ }).elements()) {
      (box as HTMLElement).focus();
      expect(box.getBoundingClientRect().bottom).toBeLessThanOrEqual(press.element().getBoundingClientRect().top);
    }
  },
);

test('on a phone all that a search finds is chosen at once, and the bar says what is still to be said', async () => {
  await setAppearance({ width: 390, height: 800 });
  await renderApp('/cards/funding', answers);
  await screen.getByLabelText('Search cards').fill('crew');
  await button('Choose all 2').click();
  await expect.element(screen.getByText('2 cards chosen').last()).toBeInViewport({ ratio: 1 });
  await button('Type the amount').click();
  await expect.element(screen.getByLabelText('Amount each')).toHaveFocus();
  await userEvent.keyboard('25');
  await expect.element(button('Fund 2 cards with $50.00')).toBeInViewport({ ratio: 1 });
  await expect.element(button('Type the amount')).not.toBeInTheDocument();
});

test('on a phone the bar warns of money that nobody can spend, and the cards can be put into order', async () => {
  await setAppearance({ width: 390, height: 800 });
  const waiting: Card = { ...card(3), status: 'PENDING_ACTIVATION', holder: null };
  await renderApp('/cards/funding?act=FUND&amount=2500', {
    ...answers,
    cards: { items: [waiting, card(1)], nextCursor: null },
    previewFunding: ({ body }) => {
      const plan = planned(body);
      return { ...plan, lines: plan.lines.map((line) => ({ ...line, holder: null, idle: 'NOT_ACTIVATED' as const })) };
    },
  });
  await expect.element(button('Sort by')).toBeVisible();
  await screen.getByRole('checkbox', { name: 'Select Field crew 3 5003' }).click();
  await expect.element(button('Fund 1 card with $25.00')).toBeInViewport({ ratio: 1 });
  await expect
    .element(screen.getByText('Nobody can spend this money yet: the card is not activated or has no holder.'))
    .toBeInViewport({ ratio: 1 });
});

test('what was done is there at once', async () => {
  await renderApp(`/cards/funding?act=FUND&amount=2500&cards=${id(1)},${id(2)}`, {
    ...answers,
    runFunding: ran(two),
    fundingRun: () => new Promise(() => undefined),
  });
  await button('Fund 2 cards with $50.00').click();
  await expect.element(screen.getByRole('status').filter({ hasText: '2 cards get $25.00 each' })).toBeVisible();
});

test('a report that is loading says so', async () => {
  await renderApp(`/cards/funding?run=${id(600)}`, { ...answers, fundingRun: () => new Promise(() => undefined) });
  await expect.element(screen.getByRole('region', { name: 'Done' })).toMatchTextContent('Loading this report');
});

test('a balance that changed before the press is shown, and the same order asks again', async () => {
  let basis = '1'.repeat(32);
  const app = await renderApp(`/cards/funding?cards=${id(1)}`, {
    ...answers,
    previewFunding: ({ body }) => ({
      ...planned(body, basis),
      ...(basis === '2'.repeat(32) && { account: { before: usd(480_00), after: usd(455_00) } }),
    }),
    runFunding: ({ body }) => (body.basis === '2'.repeat(32) ? ran(two) : refuse('VERSION_CONFLICT')),
  });
  await screen.getByLabelText('Amount each').fill('25');
  const press = button('Fund 1 card with $25.00');
  await expect.element(press).not.toHaveAttribute('aria-disabled');
  basis = '2'.repeat(32);
  await press.click();
  await expect.element(screen.getByText(/a balance changed just before you pressed/)).toBeVisible();
  await expect.element(screen.getByText('The account goes from $480.00 to $455.00.')).toBeVisible();
  await expect.element(press).not.toHaveAttribute('aria-disabled');
  await press.click();
  await expect.element(screen.getByRole('heading', { name: 'Done' })).toBeVisible();
  expect(app.requestsOf('runFunding')).toHaveLength(2);
});

test('a balance that changes without a press is shown with a polite note', async () => {
  let basis = '1'.repeat(32);
  await renderApp(`/cards/funding?cards=${id(1)}&amount=2500`, {
    ...answers,
    previewFunding: ({ body }) => planned(body, basis),
  });
  await expect.element(button('Fund 1 card with $25.00')).not.toHaveAttribute('aria-disabled');
  basis = '2'.repeat(32);
  await refreshFunding();
  await expect
    .element(screen.getByRole('status').filter({ hasText: 'A balance has changed. These figures are up to date.' }))
    .toBeVisible();
  await expect.element(screen.getByText(/press again/)).not.toBeInTheDocument();
});

/** What the cards have: in the order of their names 10, 400, 20, and nothing that is known of the last. */
const uneven: Answers['previewFunding'] = ({ body }) => {
  const plan = planned(body);
  const lines = plan.lines.map((line) => {
    const before = usd({ '1': 10_00, '2': 400_00, '3': 20_00 }[line.cardId.slice(-1)] ?? 0);
    const target = Math.max(0, (body.amount ?? 0) - before.amount);
    const change = usd(body.act === 'TOP_UP' ? target : 0);
    const isMore = body.act === 'TOP_UP' && target === 0;
    return {
      ...line,
      before,
      change,
      after: usd(before.amount + change.amount),
      reason: line.cardId === id(4) ? ('NO_BALANCE' as const) : isMore ? ('ABOVE_TARGET' as const) : null,
    };
  });
  return { ...plan, lines };
};
const numbers = () =>
  screen
    .getByRole('row')
    .elements()
    .slice(1)
    .map((each) => /Field crew (\d)/.exec(each.textContent)?.[1])
    .join('');

test('the first card that a press chooses is in view and takes the focus; one in view already does not move', async () => {
  await setAppearance({ width: 1440, height: 640 });
  const many = Array.from({ length: 14 }, (_, n) => card(n + 1));
  await renderApp('/cards/funding?act=TOP_UP&amount=30000', {
    ...answers,
    cards: { items: many, nextCursor: null },
    previewFunding: ({ body }) => {
      const plan = planned(body);
      const lines = plan.lines.map((line) => ({
        ...line,
        before: usd([id(12), id(13)].includes(line.cardId) ? 10_00 : 400_00),
      }));
      return { ...plan, lines };
    },
  });
  const first = screen.getByRole('checkbox', { name: 'Select Field crew 12 5012' });
  await button('Choose the 2 below $300.00').click();
  await expect.element(first).toHaveFocus();
  await expect.element(first).toBeChecked();
  await expect.element(first).toBeInViewport({ ratio: 1 });
  await button('Choose none').click();
  const all = button('Choose all 14');
  all.element().scrollIntoView({ block: 'start' });
  const before = window.scrollY;
  await all.click();
  await expect.element(screen.getByRole('checkbox', { name: 'Select Field crew 1 5001' })).toHaveFocus();
  expect(window.scrollY).toBe(before);
});

test('the cards are in the order of their names, or of what they have, and those below the amount are chosen at once', async () => {
  await setAppearance({ width: 1440 });
  const used = { ...card(5), controls: { ...card(5).controls, usesAtMost: 1, uses: 1 } };
  const waiting: Card = { ...card(6), status: 'PENDING_ACTIVATION' };
  const app = await renderApp('/cards/funding?act=TOP_UP&amount=30000', {
    ...answers,
    cards: { items: [used, card(3), waiting, card(2), card(4), card(1)], nextCursor: null },
    previewFunding: uneven,
  });
  const header = screen.getByRole('columnheader', { name: 'Has now' });
  await expect.element(row('Field crew 2')).toMatchTextContent('$400.00');
  expect(numbers()).toBe('123456');
  await expect.element(screen.getByRole('columnheader', { name: 'Card' })).toHaveAttribute('aria-sort', 'ascending');
  await header.getByRole('button').click();
  await expect.element(header).toHaveAttribute('aria-sort', 'ascending');
  expect(numbers()).toBe('561324');
  await header.getByRole('button').click();
  expect(numbers()).toBe('231564');
  await expect
    .element(
      screen.getByText(
        '2 of 6 cards are left out: 1 is not activated or has no holder, 1 is used up or has ended. To fund one all the same, choose it by itself.',
      ),
    )
    .toBeVisible();
  await expect.element(button('Choose all 4')).toBeVisible();
  await button('Choose the 2 below $300.00').click();
  await expect.element(button('Choose the 2 below $300.00')).not.toBeInTheDocument();
  await expect
    .poll(() => app.requestsOf('previewFunding').at(-1)?.body)
    .toMatchObject({ act: 'TOP_UP', amount: 300_00 });
  const chosen = app
    .requestsOf('previewFunding')
    .at(-1)!
    .body.cards!.map(({ cardId }) => cardId);
  expect(chosen.toSorted()).toEqual([id(1), id(3)]);
  // One that gets nothing keeps its face.
  await row('Field crew 2').getByRole('checkbox').click();
  await expect.element(row('Field crew 2')).toMatchTextContent(/Nothing: has more/);
  expect(row('Field crew 2').element().querySelector('[data-look="usual"]')).not.toBeNull();
});

test('before a card is funded, a request that waits for its money is named, with the way to its decision', async () => {
  const of = (n: number) => ({ id: id(n), kind: 'VIRTUAL' as const, name: `Field crew ${n}`, last4: String(5000 + n) });
  const asked = aRequest(1, { kind: 'FUNDING', card: of(1), amount: usd(300_00) });
  const app = await renderApp(`/cards/funding?cards=${id(1)}&amount=2500`, {
    ...answers,
    requests: { items: [asked], nextCursor: null, totals: null },
  });
  const notice = screen.getByText(
    /^Priya Nair has already asked for \$300\.00 on Field crew 1 ··\u00a05001\. Funding the card here does not answer/,
  );
  await expect.element(notice).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Decide the request of Priya Nair' }))
    .toHaveAttribute('href', `/cards/requests?open=${asked.id}`);
  // What is taken back answers no request.
  await app.open(`/cards/funding?cards=${id(1)}&amount=2500&act=DEFUND`);
  await expect.element(button('Take $25.00 back from 1 card')).toBeVisible();
  await expect.element(notice).not.toBeInTheDocument();
});

const schedule: FundingSchedule = {
  ...monthly,
  timeZone: 'America/Los_Angeles',
  cards: [1, 2].map((n) => ({ id: id(n), name: `Field crew ${n}`, last4: String(5000 + n) })),
  nextRunAt: '2026-12-01T14:00:00Z',
  lastRun: { ...monthly.lastRun!, at: '2026-11-01T13:00:00Z' },
};
const foreseen = ({
  act,
  amount,
  cardIds,
}: {
  act: FundingPlan['act'];
  amount: number;
  cardIds: readonly string[];
}) => {
  const { basis: _, ...plan } = planned({ act, amount, cards: cardIds.map((cardId) => ({ cardId })) });
  return {
    plan,
    runs: ['2026-11-30T14:00:00Z', '2026-12-07T14:00:00Z'],
    timeZone: 'America/Los_Angeles',
    forecast: {
      available: usd(500_00),
      deposits: usd(200_00),
      otherSchedules: usd(600_00),
      thisRun: plan.total,
      after: usd(50_00),
      withoutDeposits: usd(-150_00),
    },
  };
};

test('a weekly schedule is previewed with its sum before it is made', async () => {
  const app = await renderApp('/cards/funding', {
    ...answers,
    previewFundingSchedule: ({ body }) => foreseen(body),
    createFundingSchedule: schedule,
  });
  await screen.getByRole('link', { name: 'New schedule' }).click();
  await button('Choose all 2').click();
  await screen.getByLabelText('Up to').fill('25');
  await screen.getByRole('button', { name: /^Starts: / }).click();
  await screen.getByRole('spinbutton', { name: 'month, Starts' }).click();
  await userEvent.keyboard('11242026{Escape}');
  await expect.element(button('Starts: November 24, 2026')).toHaveFocus();
  await expect.element(screen.getByText('First run: Nov 30, 6:00 AM')).toBeVisible();
  await expect.element(screen.getByText(/Without the deposits the account would be .150.00 short/)).toBeVisible();
  await expect.element(screen.getByText(/Pacific Time, starting/)).toBeVisible();
  await expectUsable('fund: a schedule');
  await button('Schedule $50.00 for 2 cards').click();
  await expect.element(screen.getByText('The schedule was created.')).toBeVisible();
  const [asked] = app.requestsOf('createFundingSchedule');
  expect(asked?.body).toEqual({
    name: 'Weekly funding',
    act: 'TOP_UP',
    amount: 25_00,
    frequency: 'WEEKLY',
    weekday: 1,
    timeOfDay: '06:00',
    startsOn: '2026-11-24',
    endsOn: null,
    whenShort: 'NONE',
    cardIds: [id(1), id(2)],
    idempotencyKey: expect.any(String),
  });
});

test('by keys, a new schedule begins at its sentence, Ctrl+Enter makes it, and the list shows it with the focus', async () => {
  await setAppearance({ width: 1440, height: 640 });
  const others = Array.from({ length: 6 }, (_, n) => ({ ...schedule, id: id(801 + n), name: `Other ${n + 1}` }));
  const made = { ...schedule, id: id(800), name: 'Weekly funding' };
  let items = others;
  const app = await renderApp('/cards/funding', {
    ...answers,
    fundingSchedules: () => ({ items }),
    previewFundingSchedule: ({ body }) => foreseen(body),
    createFundingSchedule: () => {
      items = [...others, made];
      return made;
    },
    changeFundingSchedule: others[0]!,
  });
  const create = screen.getByRole('link', { name: 'New schedule' });
  await expect.element(create).toBeVisible();
  (create.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const act = screen.getByRole('button', { name: /What to do/ });
  await expect.element(act).toHaveFocus();
  await expect.element(act).toBeInViewport({ ratio: 1 });
  await button('Choose all 2').click();
  await screen.getByLabelText('Up to').fill('25');
  await expect.element(button('Schedule $50.00 for 2 cards')).not.toHaveAttribute('aria-disabled');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(screen.getByText('The schedule was created.')).toBeVisible();
  expect(app.requestsOf('createFundingSchedule')).toHaveLength(1);
  const entry = (name: string) => screen.getByRole('listitem').filter({ hasText: name });
  await expect.element(entry('Weekly funding')).toHaveFocus();
  await expect.element(entry('Weekly funding')).toBeInViewport({ ratio: 1 });
  // So does a change.
  await screen.getByRole('link', { name: 'Change Other 1' }).click();
  await expect.element(act).toHaveFocus();
  await screen.getByLabelText('Name').click();
  await expect.element(button('Save changes')).not.toHaveAttribute('aria-disabled');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(entry('Other 1')).toHaveFocus();
});

test('a change of the schedule by another administrator is shown, and what was typed is kept until the person decides', async () => {
  let stored = schedule;
  const app = await renderApp('/cards/funding', {
    ...answers,
    fundingSchedules: () => ({ items: [stored] }),
    previewFundingSchedule: ({ body }) => foreseen(body),
    changeFundingSchedule: ({ body }) => (body.version === 4 ? { ...stored, version: 5 } : refuse('VERSION_CONFLICT')),
  });
  await expect.element(screen.getByText('Made by Ines Duarte', { exact: false })).toBeVisible();
  await expect.element(screen.getByText(/Last run Nov 1, 5:00\u00A0AM: the account was \$40.00 short/)).toBeVisible();
  await screen.getByRole('link', { name: 'Change Field crew' }).click();
  await screen.getByLabelText('Up to').fill('250');
  await expect.element(button('Save changes')).not.toHaveAttribute('aria-disabled');
  stored = { ...schedule, amount: usd(400_00), version: 4 };
  await button('Save changes').click();
  await expect.element(screen.getByRole('alert').getByText(/Top up 2 cards to \$400.00 each/)).toBeVisible();
  await expect.element(screen.getByLabelText('Up to')).toHaveValue('250.00');
  await button('Save mine instead').click();
  await expect.element(screen.getByText('The schedule was changed.')).toBeVisible();
  expect(app.requestsOf('changeFundingSchedule').map(({ body }) => [body.version, body.amount])).toEqual([
    [3, 250_00],
    [4, 250_00],
  ]);
});

test('schedules that fail, have no end, or are not there yet say so', async () => {
  let isDown = true;
  await renderApp('/cards/funding?schedule=new', {
    ...answers,
    fundingSchedules: () => (isDown ? faults.fails : { items: [] }),
    previewFundingSchedule: refuse('VALIDATION', { Fields: [{ Field: 'endsOn', Problem: 'tooShort' }] }),
  });
  await expect.element(screen.getByText('We could not load the schedules.')).toBeVisible();
  await button('Choose all 2').click();
  await screen.getByLabelText('Up to').fill('25');
  await button('Ends: without an end').click();
  await screen.getByRole('spinbutton', { name: 'month, Ends' }).click();
  // Leaving the amount has written it out, and has not moved what was pressed.
  await expect.element(screen.getByLabelText('Up to')).toHaveValue('25.00');
  await userEvent.keyboard('01012026{Escape}');
  const ends = button('Ends: until January 1, 2026');
  await expect.element(ends).toHaveAccessibleDescription('Ends: Please enter a day on or after the start.');
  await ends.click();
  await screen.getByRole('spinbutton', { name: 'month, Ends' }).click();
  await userEvent.keyboard('01012031{Escape}');
  await expect.element(screen.getByText('It would never run: it ends before its first run.')).toBeVisible();
  isDown = false;
  await screen.getByRole('button', { name: 'Try again' }).first().click();
  await expect.element(screen.getByText('No schedules yet')).toBeVisible();
});

test('an order whose answer is lost is sent again as it was, so that money moves once', async () => {
  let basis = '1'.repeat(32);
  const app = await renderApp('/cards/funding', {
    ...answers,
    previewFunding: ({ body }) => planned(body, basis),
    runFunding: faults['breaks off'],
  });
  await button('Choose all 2').click();
  await screen.getByLabelText('Amount each').fill('25');
  await expect.element(screen.getByText('Nothing has moved yet').first()).toBeVisible();
  await button('Fund 2 cards with $50.00').click();
  await expect.element(screen.getByText(/It may have been carried out/)).toBeVisible();
  await expect.element(screen.getByText('This order may have moved money')).toBeVisible();
  // The server has carried it out: the balances change, and the dry run with them.
  basis = '2'.repeat(32);
  const before = app.requestsOf('previewFunding').length;
  await refreshFunding();
  await expect.poll(() => app.requestsOf('previewFunding').length).toBeGreaterThan(before);
  app.answer({ runFunding: faults.fails });
  await button('Fund 2 cards with $50.00').click();
  await expect.poll(() => app.requestsOf('runFunding')).toHaveLength(2);
  app.answer({ runFunding: ran(two) });
  await button('Fund 2 cards with $50.00').click();
  await expect.element(screen.getByRole('heading', { name: 'Done' })).toBeVisible();
  const [first, ...again] = app.requestsOf('runFunding').map(({ body }) => body);
  expect(again).toEqual([first, first]);
});

test('an order whose answer was lost is carried out once, although the session ends', async () => {
  onTestFinished(() => sessionStorage.clear());
  const app = await renderApp('/cards/funding', { ...answers, runFunding: faults['breaks off'] });
  await button('Choose all 2').click();
  await screen.getByLabelText('Amount each').fill('25');
  await button('Fund 2 cards with $50.00').click();
  await expect.element(screen.getByText(/It may have been carried out/)).toBeVisible();
  app.answer({ runFunding: refuse('UNAUTHENTICATED') });
  await button('Fund 2 cards with $50.00').click();
  await expect.poll(() => app.departures).toEqual([expect.stringMatching(/^\/login/)]);
  app.answer({ runFunding: ran(two) });
  marker.write({ epoch: 'another session', lastActivity: Date.now() });
  await app.open('/cards/funding');
  await expect.element(screen.getByText('This order may have moved money')).toBeVisible();
  await button('Fund 2 cards with $50.00').click();
  await expect.element(screen.getByRole('heading', { name: 'Done' })).toBeVisible();
  const [first, ...again] = app.requestsOf('runFunding').map(({ body }) => body);
  expect(again.length).toBeGreaterThan(1);
  for (const each of again) expect(each).toEqual(first);
});

test('after a refusal nothing is under way, and the next press is another order', async () => {
  const app = await renderApp('/cards/funding', { ...answers, runFunding: faults['breaks off'] });
  await button('Choose all 2').click();
  await screen.getByLabelText('Amount each').fill('25');
  await button('Fund 2 cards with $50.00').click();
  await expect.element(screen.getByText(/It may have been carried out/)).toBeVisible();
  app.answer({ runFunding: refuse('VERSION_CONFLICT') });
  await button('Fund 2 cards with $50.00').click();
  await expect.element(screen.getByText('Nothing has moved yet').first()).toBeVisible();
  app.answer({ runFunding: ran(two) });
  await button('Fund 2 cards with $50.00').click();
  await expect.element(screen.getByRole('heading', { name: 'Done' })).toBeVisible();
  const keys = app.requestsOf('runFunding').map(({ body }) => body.idempotencyKey);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});
