import { beforeEach, expect, test, vi } from 'vitest';
import { api } from '@florin/contract/api';
import type { Card } from '@florin/contract/cards/cards';
import type { TransactionLine } from '@florin/contract/cards/transactions';
import type { Endpoint } from '@florin/contract/endpoint';
import type { CardRequestForDecision } from '@florin/contract/money/requests';
import { presets } from '@florin/contract/permissions';
import type { UserInfo } from '@florin/contract/program/user-info';
import type { Member } from '@florin/contract/access/team-members';
import { queryClient } from '../../session/queries/query-client.ts';
import { faults, refuse, type Answers } from '../../testing/answers.ts';
import { appearances } from '../../testing/appearances.ts';
import { aPurchase, aRequest } from '../../testing/card-core.ts';
import { cardDetail, madeCard } from '../../testing/cards.ts';
import { expectAccessible, screen, setAppearance, userEvent } from '../../testing/component.ts';
import { administrator, aMember, answersFor, cardholder, usd } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { sampleAnswer } from '../../testing/sample.ts';
import { singleKeys } from '../../session/single-keys.ts';

const heading = screen.getByRole('heading', { level: 1 });
const search = screen.getByRole('combobox', { name: 'Search or do anything' });
const palette = screen.getByRole('dialog', { name: 'Go to' });
const shortcuts = screen.getByRole('dialog', { name: 'Keyboard shortcuts' });

beforeEach(() => singleKeys.remove());

/** Opens a page that makes no calls of its own. */
async function openPage(answers: Answers = {}) {
  const app = await renderApp('/apps', { ...answersFor(administrator), ...answers });
  await expect.element(heading).toHaveTextContent('Apps');
  return app;
}

test('Ctrl K, a few letters and Enter lead to a page', async () => {
  await openPage();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('rep{Enter}');
  await expect.element(heading).toHaveTextContent('Reports');
  await expect.element(palette).not.toBeInTheDocument();
});

test('arrow keys choose, and Esc gives the focus back to the button that opened it', async () => {
  await openPage();
  const button = screen.getByRole('banner').getByRole('button', { name: 'Search or do anything' });
  await button.click();
  await expect.element(search).toHaveFocus();
  const options = screen.getByRole('option');
  await expect.element(options.nth(0)).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(options.nth(1)).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await expect.element(options.last()).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Escape}');
  await expect.element(button).toHaveFocus();
});

test('? lists the shortcuts; a person can switch single keys off, and Ctrl K still works', async () => {
  const app = await renderApp('/dashboard', { ...answersFor(administrator), ...ofNextPage }, { simulator: true });
  await expect.element(heading).toHaveTextContent('Dashboard');
  await userEvent.keyboard('?');
  await expect.element(shortcuts).toBeVisible();
  const listed = () => [...shortcuts.element().querySelectorAll('kbd')].map(({ textContent }) => textContent);
  expect(listed()).toEqual(expect.arrayContaining(['Ctrl K', 'Alt S', 'Shift X']));
  expect(listed().join(' ')).not.toMatch(/[⌘⌥⇧]/);
  await userEvent.keyboard('{Escape}');
  await expect.element(shortcuts).not.toBeInTheDocument();
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)');
  await userEvent.keyboard('?');
  expect(listed()).toEqual(expect.arrayContaining(['⌘K', '⌥S', '⇧X']));
  expect(listed().join(' ')).not.toMatch(/Ctrl|Alt|Shift/);
  vi.restoreAllMocks();
  await userEvent.keyboard('{Escape}');
  await app.open('/account/preferences');
  const choice = screen.getByRole('checkbox', { name: 'Single-key shortcuts' });
  await choice.click();
  await expect.element(choice).not.toBeChecked();
  await userEvent.keyboard('?/');
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(palette).toBeVisible();
  await expect.element(search).toHaveValue('');
  await expect.element(shortcuts).not.toBeInTheDocument();
});

test.each([
  ['requests', 'Requests', 'Cards'],
  ['approve', 'Requests', 'Cards'],
  ['top up', 'Fund cards', 'Cards'],
  ['policies', 'Spend policies', 'Cards'],
  ['four eyes', 'Permissions', 'Business settings'],
])('a page that is a tab of another one is found: %s', async (typed, name, parent) => {
  await openPage();
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill(typed);
  await expect.element(palette.getByRole('option').filter({ hasText: name }).filter({ hasText: parent })).toBeVisible();
});

test.each([
  ['log out', 'Log out'],
  ['privacy', 'Privacy policy'],
  ['card use', 'Card use guide'],
  ['reports', 'Coming soon'],
])('%s is found', async (typed, text) => {
  await openPage();
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill(typed);
  await expect.element(palette.getByRole('option').filter({ hasText: text })).toBeVisible();
});

test.each([
  ['policy', /^Spend policies/, '/cards/policies'],
  ['spend policy', /^Spend policies/, '/cards/policies'],
  ['onb', /^Onboarding/, '/onboarding-checklist'],
  ['checklist', /^Onboarding/, '/onboarding-checklist'],
  ['schedule', /^Schedule funding/, '/cards/funding?schedule=new'],
  // The exact name of a page comes before an act that is called alike.
  ['fund cards', /^Fund cards/, '/cards/funding'],
])('%s and Enter lead where they say', async (typed, name, address) => {
  await openPage(ofNextPage);
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill(typed);
  const first = screen.getByRole('option').first();
  await expect.element(first).toMatchTextContent(name);
  await expect.element(first).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => window.location.pathname + window.location.search).toBe(address);
});

test('“set pin” lets a person choose the card, and opens the form for its PIN', async () => {
  await openPage({ ...ofNextPage, ...found, card: { ...cardDetail, ...card } });
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill('set pin');
  await userEvent.keyboard('{Enter}');
  await screen.getByRole('option', { name: /^Set the PIN of Meals/ }).click();
  await expect.element(screen.getByRole('dialog', { name: 'Set PIN' })).toBeVisible();
});

test('a person ranks before the requests that they made', async () => {
  await openPage({
    team: { items: [aMember(card.holder!.membershipId)], nextCursor: null, totals: null },
    requests: { items: [aRequest(1, {})], nextCursor: null, totals: null },
  });
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill('priya');
  await expect.element(screen.getByRole('option').first()).toMatchTextContent(/^Priya Nair.*Person$/);
  await expect.element(screen.getByRole('option').nth(1)).toMatchTextContent(/Request$/);
});

test('? in the empty field lists the keys, and is promised only there', async () => {
  await openPage();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(search).toHaveFocus();
  await expect.element(palette.getByText('all keys', { exact: false })).toBeVisible();
  await search.fill('why');
  await expect.element(palette.getByText('all keys', { exact: false })).not.toBeInTheDocument();
  await userEvent.keyboard('?');
  await expect.element(search).toHaveValue('why?');
  await search.fill('');
  await userEvent.keyboard('?');
  await expect.element(shortcuts).toBeVisible();
});

test('nothing found is said', async () => {
  await openPage();
  await userEvent.keyboard('/');
  await search.fill('zzz');
  await expect.element(palette.getByText('Nothing matches.', { exact: false })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(palette).toBeVisible();
});

test.each(appearances)('is accessible: %o', async (appearance) => {
  await setAppearance(appearance);
  await openPage();
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(search).toHaveFocus();
  await expectAccessible();
});

const card: Card = { ...madeCard, name: 'Meals' };
const plan = (before: number) => ({
  act: 'FUND' as const,
  whenShort: 'NONE' as const,
  account: { before: usd(100_000), after: usd(95_000) },
  total: usd(5000),
  cardsChanged: 1,
  cardsUnchanged: 0,
  missing: usd(0),
  lines: [
    {
      cardId: card.id,
      cardName: 'Meals',
      kind: 'VIRTUAL' as const,
      last4: '0932',
      holder: 'Priya Nair',
      before: usd(before),
      change: usd(5000),
      after: usd(before + 5000),
      reason: null,
    },
  ],
  basis: 'a'.repeat(32),
});
const found = { cards: { items: [card], nextCursor: null } };
/** What the page that is opened from the palette asks for. */
const ofNextPage = Object.fromEntries(
  Object.entries(api as Record<string, Endpoint>)
    .filter(([name, { method }]) => method === 'GET' && !(name in answersFor(administrator)))
    .map(([name, endpoint]) => [name, sampleAnswer(endpoint)]),
) as Answers;
const fundOption = screen.getByRole('option', { name: /^Add \$50\.00 to Meals/ });

/** What the list of shortcuts offers beside what everybody can use, by where it works. */
const offered = () =>
  Object.fromEntries(
    shortcuts
      .getByRole('region')
      .elements()
      .filter(({ ariaLabel }) => ariaLabel !== 'Anywhere' && ariaLabel !== 'In lists')
      .map((group) => [group.ariaLabel, [...group.querySelectorAll('dd')].map(({ textContent }) => textContent)]),
  );
const viewer: UserInfo = { ...administrator, permissionFlags: ['VIEW_ADMINISTRATION'] };
const toPages = ['Dashboard', 'Transactions', 'Cards', 'Requests', 'Team members', 'Spend policies'];
const onCards = {
  issue: 'Issue a card, on the list of cards',
  freeze: 'Freeze or unfreeze the card, on its page',
  edit: 'Edit the card’s own rules, on its page',
};
test.each<[string, UserInfo, object]>([
  [
    'an administrator',
    administrator,
    {
      'Go to': toPages,
      Requests: [expect.stringMatching(/approve/), expect.stringMatching(/reject/)],
      Cards: Object.values(onCards),
    },
  ],
  ['an administrator who only views', viewer, { 'Go to': toPages }],
  [
    'a cardholder',
    { ...cardholder, features: ['request-funding'] },
    {
      'Go to': ['Dashboard', 'Purchases', 'My cards', 'Funding requests', 'Spend policies'],
      Cards: [onCards.freeze],
    },
  ],
])('%s is shown the shortcuts that they can use, under the names of their pages', async (_, person, groups) => {
  await renderApp('/dashboard', { ...ofNextPage, ...answersFor(person) }, { simulator: false });
  await expect.element(heading).toMatchTextContent(/^Dashboard/);
  await userEvent.keyboard('?');
  await expect.element(shortcuts).toBeVisible();
  expect(offered()).toEqual(groups);
  await expect.element(shortcuts).not.toMatchTextContent(/simulator/);
});

test('an order shows what it does, and money moves only as shown', async () => {
  let previews = 0;
  const app = await openPage({
    ...found,
    previewFunding: () => plan(previews++ === 0 ? 1240 : 2000),
    runFunding: refuse('VERSION_CONFLICT'),
  });
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill('fund priya 50');
  await expect.element(fundOption).toMatchTextContent(/\$12\.40 \$62\.40/);
  await userEvent.keyboard('{Enter}');
  await expect.element(palette.getByRole('alert')).toMatchTextContent('A balance has changed.');
  await expect.element(fundOption).toMatchTextContent(/\$20\.00 \$70\.00/);
  app.answer({
    runFunding: {
      ...plan(2000),
      id: 'r',
      at: '2026-11-19T12:00:00Z',
      by: 'Maya Chen',
      scheduleId: null,
      outcome: 'DONE',
    },
  });
  await userEvent.keyboard('{Enter}');
  await expect.element(palette).not.toBeInTheDocument();
  await expect.element(screen.getByText('$50.00 was added to Meals ··\u00a00932.')).toBeVisible();
  expect(app.requestsOf('runFunding')).toMatchObject([
    { body: { act: 'FUND', amount: 5000, cards: [{ cardId: card.id }] } },
    { body: { act: 'FUND', amount: 5000, cards: [{ cardId: card.id }] } },
  ]);
});

const asked = aRequest(1, {
  kind: 'FUNDING',
  card: { id: card.id, kind: 'VIRTUAL', name: 'Meals', last4: '0932' },
  amount: usd(5000),
  period: null,
  declined: null,
});
const waiting: Answers = {
  ...found,
  requests: { items: [asked], nextCursor: null, totals: null },
  previewFunding: plan(1240),
};
const approveOption = screen.getByRole('option', { name: /^Approve \$50\.00 for Meals/ });

test('a request for the same money is named, listed, and approved first', async () => {
  const app = await openPage({ ...waiting, approveRequest: { ...asked, status: 'APPROVED' } });
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill('fund priya 50');
  await expect.element(approveOption).toHaveAttribute('aria-selected', 'true');
  await expect.element(approveOption).toMatchTextContent(/\$12\.40 \$62\.40/);
  await expect.element(approveOption).toMatchTextContent('Priya Nair has asked for $50.00. Approving it moves');
  await expect.element(screen.getByRole('option', { name: /^\$50\.00 on .*0932 Priya Nair.* Request$/ })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Approved: $50.00 for Meals ··\u00a00932.')).toBeVisible();
  expect(app.requestsOf('approveRequest')).toMatchObject([{ params: { id: asked.id }, body: { amount: 5000 } }]);
  expect(app.requestsOf('runFunding')).toEqual([]);
});

test('money beside a request that waits is a second choice, which says that the request stays', async () => {
  const app = await openPage({ ...waiting, runFunding: refuse('VERSION_CONFLICT') });
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill('fund priya 50');
  await expect.element(approveOption).toBeVisible();
  await userEvent.keyboard('{ArrowDown}');
  await expect
    .element(fundOption)
    .toMatchTextContent('Priya Nair has asked for $50.00. This does not answer the request, which still waits.');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => app.requestsOf('runFunding')).toHaveLength(1);
  expect(app.requestsOf('approveRequest')).toEqual([]);
});

test('no money moves while it is not known whether somebody has asked for it', async () => {
  const app = await openPage({ ...waiting, requests: faults['answers nonsense'] });
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill('fund priya 50');
  await expect.element(palette.getByRole('alert')).toBeVisible();
  expect(fundOption.elements()).toHaveLength(0);
  app.answer(waiting);
  await palette.getByRole('button', { name: 'Try again' }).click();
  await expect.element(approveOption).toBeVisible();
});

test('who may not approve a request is told of it before funding', async () => {
  const flags = administrator.permissionFlags.filter((flag) => flag !== 'APPROVE_FUNDING');
  await openPage({ ...waiting, userInfo: { ...administrator, permissionFlags: flags } });
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill('fund priya 50');
  await expect
    .element(fundOption)
    .toMatchTextContent('Priya Nair has asked for $50.00. This does not answer the request, which still waits.');
  expect(approveOption.elements()).toHaveLength(0);
});

const mayBeDone = 'It may have been carried out';

test('an order whose answer is lost is sent again as it was', async () => {
  let previews = 0;
  const app = await openPage({
    ...found,
    previewFunding: () => plan(previews++ === 0 ? 1240 : 6240),
    runFunding: faults['breaks off'],
  });
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill('fund priya 50');
  await expect.element(fundOption).toMatchTextContent(/\$12\.40 \$62\.40/);
  await userEvent.keyboard('{Enter}');
  await expect.element(palette.getByRole('alert')).toBeVisible();
  await queryClient.invalidateQueries();
  await expect.element(fundOption).toMatchTextContent(mayBeDone);
  // No other order that moves money, until there is an answer.
  await expect.element(screen.getByRole('option', { name: /^Top up Meals/ })).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => app.requestsOf('runFunding')).toHaveLength(2);
  const [first, second] = app.requestsOf('runFunding').map(({ body }) => body);
  expect(second).toEqual(first);
});

test.each(['in the same palette', 'in a palette that is opened again'])(
  'an approval whose answer is lost stays chosen, and money moves once: %s',
  async (where) => {
    let isApproved = false;
    const app = await openPage({
      ...waiting,
      requests: () => ({ items: isApproved ? [] : [asked], nextCursor: null, totals: null }),
      previewFunding: () => plan(isApproved ? 6240 : 1240),
      approveRequest: () => {
        isApproved = true;
        return faults['breaks off'];
      },
    });
    await userEvent.keyboard('{Control>}k{/Control}');
    await search.fill('fund priya 50');
    await expect.element(approveOption).toMatchTextContent(/\$12\.40 \$62\.40/);
    await userEvent.keyboard('{Enter}');
    await expect.element(palette.getByRole('alert')).toBeVisible();
    await queryClient.invalidateQueries();
    if (where !== 'in the same palette') {
      await userEvent.keyboard('{Escape}');
      await expect.element(palette).not.toBeInTheDocument();
      await userEvent.keyboard('{Control>}k{/Control}');
      await search.fill('fund priya 50');
    }
    await expect.element(fundOption).toHaveAttribute('aria-disabled', 'true');
    await expect.element(approveOption).toHaveAttribute('aria-selected', 'true');
    await expect.element(approveOption).toMatchTextContent(mayBeDone);
    app.answer({ approveRequest: { ...asked, status: 'APPROVED' } });
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByText('Approved: $50.00 for Meals ··\u00a00932.')).toBeVisible();
    const [first, second] = app.requestsOf('approveRequest');
    expect(second).toEqual(first);
    expect(app.requestsOf('runFunding')).toEqual([]);
  },
);

test('text that means something else does not repeat an order without an answer', async () => {
  const app = await openPage({ ...ofNextPage, ...waiting, approveRequest: faults.fails });
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill('fund priya 50');
  await expect.element(approveOption).toMatchTextContent(/\$12\.40 \$62\.40/);
  await userEvent.keyboard('{Enter}');
  await expect.element(approveOption).toMatchTextContent(mayBeDone);
  await search.fill('team members');
  await expect.element(screen.getByRole('option', { name: /^Team members/ })).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Enter}');
  await expect.element(heading).toHaveTextContent('Team members');
  expect(app.requestsOf('approveRequest')).toHaveLength(1);
});

test('Enter right after another name is typed moves no money to the card of the name before', async () => {
  const app = await openPage({
    ...found,
    cards: ({ query }) => ({ items: query.text === 'priya' ? [card] : [], nextCursor: null, totals: null }),
    requests: { items: [], nextCursor: null, totals: null },
    previewFunding: plan(1240),
    runFunding: refuse('VERSION_CONFLICT'),
  });
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill('fund priya 50');
  await expect.element(fundOption).toMatchTextContent(/\$12\.40 \$62\.40/);
  await search.fill('fund prior 50');
  await userEvent.keyboard('{Enter}');
  await expect.element(fundOption).not.toBeInTheDocument();
  expect(app.requestsOf('runFunding')).toEqual([]);
});

test('nothing is chosen once somebody else has decided the request that was', async () => {
  const app = await openPage({ ...waiting });
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill('fund priya 50');
  await expect.element(approveOption).toMatchTextContent(/\$12\.40 \$62\.40/);
  app.answer({ requests: { items: [], nextCursor: null, totals: null } });
  await queryClient.invalidateQueries();
  await expect.element(approveOption).not.toBeInTheDocument();
  await expect.element(palette.getByRole('alert')).toMatchTextContent(/Choose again/);
  expect(screen.getByRole('option', { selected: true }).elements()).toHaveLength(0);
  await userEvent.keyboard('{Enter}');
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(fundOption).toHaveAttribute('aria-selected', 'true');
  await expect.element(fundOption).toMatchTextContent(/\$12\.40 \$62\.40/);
  await expect.element(palette.getByRole('alert')).not.toBeInTheDocument();
  expect(app.requestsOf('runFunding')).toEqual([]);
});

test('a decimal comma is refused, and Tab opens the order as a form', async () => {
  await openPage({
    ...ofNextPage,
    ...found,
    previewFunding: plan(1240),
    previewFundingSchedule: refuse('VALIDATION', { Fields: [] }),
  });
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill('fund priya 3,50');
  await expect.element(palette.getByRole('alert')).toMatchTextContent('“3,50” is not an amount.');
  await search.fill('fund priya 3.50');
  await expect.element(screen.getByRole('option', { name: /^Add \$3\.50/ })).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect
    .poll(() => window.location.pathname + window.location.search)
    .toBe(`/cards/funding?cards=${card.id}&act=FUND&amount=350`);
  await expect.element(screen.getByLabelText('Amount each')).toHaveValue('3.50');
  await expect.element(screen.getByRole('checkbox', { name: 'Select Meals 0932' })).toBeChecked();
  // From the same page, another order is another form.
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill('fill priya 80');
  await expect.element(screen.getByRole('option', { name: /^Top up Meals/ })).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(screen.getByLabelText('Up to')).toHaveValue('80.00');
  // One card can be meant: what else could be is offered, too.
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill('fund priya 90');
  await expect.element(screen.getByRole('option', { name: /^Top up Meals .* to \$90\.00/ })).toBeVisible();
  await screen.getByRole('option', { name: /^Fund Meals .* with \$90\.00 on a schedule/ }).click();
  await expect.element(screen.getByLabelText('Amount each')).toHaveValue('90.00');
  await expect.element(screen.getByRole('button', { name: /^Starts: / })).toBeVisible();
});

const entrusted = {
  firstName: 'Maya',
  lastName: 'Chen',
  isYou: false,
  preset: 'OWNER' as const,
  granted: [],
  withheld: [],
};

test('a card is found beside what may not be done with it, and opens', async () => {
  await openPage({
    ...ofNextPage,
    ...found,
    userInfo: { ...administrator, permissionFlags: ['VIEW_ADMINISTRATION', 'VIEW_CARD_TRANSACTIONS'] },
    teamPermissions: {
      fourEyes: false,
      administrators: [
        { ...entrusted, membershipId: 'm1', isYou: true, preset: 'AUDITOR', flags: [...presets.AUDITOR] },
        { ...entrusted, membershipId: 'm2', firstName: 'Ines', lastName: 'Duarte', flags: [...presets.OWNER] },
      ],
    },
  });
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill('freeze priya');
  const freeze = screen.getByRole('option', { name: /^Freeze Meals/ });
  await expect.element(freeze).toHaveAttribute('aria-disabled', 'true');
  await expect.element(freeze).toMatchTextContent('You need permission to manage cardholders. Ask Ines Duarte.');
  await search.fill('invite');
  await expect
    .element(screen.getByRole('option', { name: /^Invite a person/ }))
    .toHaveAttribute('aria-disabled', 'true');
  await search.fill('freeze priya');
  await screen.getByRole('option', { name: /^Meals .* Card$/ }).click();
  await expect.poll(() => window.location.pathname).toBe(`/cards/${card.id}`);
});

test('a freeze may be given a reason, as on the page of the card', async () => {
  const app = await openPage({ ...ofNextPage, ...found, freezeCard: madeCard });
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill('freeze priya');
  await expect.element(screen.getByRole('option', { name: /^Freeze Meals/ })).toBeVisible();
  const why = palette.getByRole('textbox', { name: /^Reason \(optional\)/ });
  await userEvent.tab();
  await expect.element(why).toHaveFocus();
  await why.fill('x'.repeat(201));
  await userEvent.keyboard('{Enter}');
  await expect.element(palette.getByRole('alert')).toMatchTextContent(/at most 200 characters/);
  await why.fill('Lost bag');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText(/ is frozen\.$/)).toBeVisible();
  expect(app.requestsOf('freezeCard').map(({ body }) => body)).toEqual([{ reason: 'Lost bag' }]);
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill('unfreeze priya');
  await expect.element(why).not.toBeInTheDocument();
});

test('on the page of a card, freezing without a name means that card', async () => {
  await renderApp(`/my-cards/${cardDetail.id}`, {
    ...answersFor(cardholder),
    ownCard: cardDetail,
    ownCards: { items: [cardDetail], nextCursor: null },
    myTransactions: { items: [], nextCursor: null, searchedBackTo: null, totals: null },
    ownCardSpend: { months: [] },
    mySpendLimits: { cards: [] },
  });
  await expect.element(screen.getByRole('button', { name: 'Freeze' })).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill('freeze');
  await expect.element(screen.getByRole('option').first()).toMatchTextContent(/^Freeze .*0932/);
});

const asks = { ...cardholder, features: ['request-funding' as const] };
test.each([
  ['a holder who types an order for money asks for it', asks, false],
  ['a holder who may not ask is told who can', cardholder, true],
])('%s', async (_, person, isTold) => {
  await renderApp('/dashboard', {
    ...answersFor(person),
    ownCards: { items: [{ ...card, holder: null }], nextCursor: null },
  });
  await expect.element(heading).toMatchTextContent(/^Dashboard/);
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill('fund 300');
  const ask = screen.getByRole('option', { name: /^Ask for \$300\.00/ });
  await expect
    .element(ask)
    .toMatchTextContent(isTold ? 'Only an administrator can add money' : 'An administrator decides.');
  await userEvent.keyboard('{Enter}');
  if (isTold) await expect.element(palette).toBeVisible();
  else
    await expect
      .element(screen.getByRole('dialog', { name: 'Ask for funds' }).getByLabelText('Amount'))
      .toHaveValue('300.00');
});

test('money without a name leads to the page that funds cards', async () => {
  await openPage(ofNextPage);
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill('fund 300');
  await screen.getByRole('option', { name: /^Add \$300\.00 to cards/ }).click();
  await expect.poll(() => window.location.pathname).toBe('/cards/funding');
  await expect.element(screen.getByLabelText('Amount each')).toHaveValue('300.00');
  await expect.element(screen.getByRole('searchbox', { name: 'Search cards' })).toHaveFocus();
});

const member = aMember(card.holder!.membershipId, { cards: 0, cardLast4: null });
const oneMember = {
  ...member,
  flags: [],
  since: '2026-11-02T15:00:00Z',
  heldCards: [],
  security: { secondFactor: true, passwordChangedAt: '2026-11-02T15:00:00Z', openSessions: 0 },
};

test('a card is issued in a form that is filled in', async () => {
  const team = (items: Member[]) => ({ items, nextCursor: null, totals: null });
  const app = await openPage({
    ...ofNextPage,
    tryNewCard: refuse('TOO_MANY_REQUESTS'),
    team: ({ query: { text } }) => team(text === undefined || text === 'priya' ? [member] : []),
    teamMember: oneMember,
  });
  const searches = () => app.requestsOf('team').flatMap(({ query }) => (query.limit === 5 ? [query] : []));
  const issueTo = screen.getByRole('option', { name: /^Issue a card for Priya Nair/ });
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill('issue priya 200 team lunch');
  const issue = screen.getByRole('option', { name: /^Issue a card for Priya Nair, \$200\.00 a month/ });
  await expect.element(issue).toMatchTextContent('team lunch');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('dialog', { name: 'Issue card' })).toBeVisible();
  expect(window.location.pathname + window.location.search).toBe(
    `/cards?issue=virtual&holder=${member.membershipId}&name=team+lunch&limit=200.00&period=month`,
  );
  // Without an amount between them, the name of the card is what names nobody.
  await app.open('/dashboard');
  await expect.element(heading).toHaveTextContent('Dashboard');
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill('issue priya team lunch');
  await expect.element(issueTo).toMatchTextContent('team lunch');
  const holder = { role: 'CARDHOLDER', state: 'OPEN' };
  expect(searches()).toMatchObject(
    ['priya', 'priya team lunch', 'priya team', 'priya'].map((text) => ({ ...holder, text })),
  );
});

test.each([
  ['issue a card to priya at lark', /Works only at Lark Street Coffee/, 'merchant=Lark+Street+Coffee'],
  ['issue priya at lark lunch', /lunch · Works only at Lark Street Coffee/, 'name=lunch&merchant=Lark+Street+Coffee'],
  [
    'issue priya at work',
    /“work” becomes the name of the card\. “Only at” in the form keeps it to one merchant/,
    'name=work',
  ],
])('%s: a known merchant is the only place of the card', async (typed, consequence, filledIn) => {
  const [bought, larkspur, pixelworks] = ['Lark Street Coffee', 'The Larkspur', 'Pixelworks Studio'].map((name) =>
    aPurchase(1, { merchant: { ...aPurchase(1).merchant, name } }),
  ) as [TransactionLine, TransactionLine, TransactionLine];
  const onePage = { nextCursor: null, searchedBackTo: null, totals: null };
  const app = await openPage({
    ...ofNextPage,
    tryNewCard: refuse('TOO_MANY_REQUESTS'),
    team: { items: [member], nextCursor: null, totals: null },
    teamMember: oneMember,
    transactions: ({ query: { merchant } }) => ({
      ...onePage,
      items: merchant === 'lark' ? [larkspur, bought] : merchant === 'work' ? [pixelworks] : [],
    }),
  });
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill(typed);
  const issue = screen.getByRole('option', { name: /^Issue a card for Priya Nair/ });
  await expect.element(issue).toMatchTextContent(consequence);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('dialog', { name: 'Issue card' })).toBeVisible();
  await expect
    .poll(() => window.location.pathname + window.location.search)
    .toBe(`/cards?issue=virtual&holder=${member.membershipId}&${filledIn}`);
  const only = filledIn.includes('merchant=') ? 'Lark Street Coffee' : '';
  await expect.element(screen.getByRole('combobox', { name: 'Only at' })).toHaveValue(only);
  expect(app.requestsOf('issueCard')).toEqual([]);
});

test('Enter before the merchant is found waits for it, and opens nothing else', async () => {
  const lark = aPurchase(1, { merchant: { ...aPurchase(1).merchant, name: 'Lark Street Coffee' } });
  const { promise: isFound, resolve: find } = Promise.withResolvers<void>();
  await openPage({
    ...ofNextPage,
    tryNewCard: refuse('TOO_MANY_REQUESTS'),
    team: { items: [member], nextCursor: null, totals: null },
    teamMember: oneMember,
    transactions: async ({ query: { merchant } }) => {
      if (merchant !== undefined) await isFound;
      return { items: merchant === 'lark' ? [lark] : [], nextCursor: null, searchedBackTo: null, totals: null };
    },
  });
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill('issue priya 20 at lark');
  await userEvent.keyboard('{Enter}');
  await expect
    .element(screen.getByRole('option', { name: /^Issue a card for Priya/ }))
    .toMatchTextContent('Looking for the merchant “lark”…');
  expect(window.location.pathname).toBe('/apps');
  find();
  await expect.element(screen.getByRole('dialog', { name: 'Issue card' })).toBeVisible();
  expect(window.location.search).toContain('merchant=Lark+Street+Coffee');
});

test('a search that fails says so, and finds what it was for when it is tried again', async () => {
  const app = await openPage({ ...found, previewFunding: plan(1240), cards: faults['answers nonsense'] });
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill('fund priya 50');
  await expect.element(palette.getByRole('alert')).toMatchTextContent('We could not search all cards');
  expect(fundOption.elements()).toHaveLength(0);
  app.answer(found);
  await palette.getByRole('button', { name: 'Try again' }).click();
  await expect.element(fundOption).toBeVisible();
  await expect.element(palette.getByRole('alert')).not.toBeInTheDocument();
});

const chooseBy = (name: string) => screen.getByRole('combobox', { name });

test('a verb alone lets a person choose the card, and ends on the confirmation', async () => {
  const other = { ...card, id: '0190a000-0000-7000-8000-000000000009', name: 'Fuel', last4: '6671' };
  const app = await openPage({
    ...ofNextPage,
    cards: ({ query }) => ({ items: query.text === 'fuel' ? [other] : [card, other], nextCursor: null, totals: null }),
    card: { ...cardDetail, ...other },
  });
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill('clo');
  await screen.getByRole('option', { name: /^Close a card/ }).click();
  const field = chooseBy('Choose a card to close');
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveValue('');
  await expect.element(screen.getByRole('option', { name: /^Close Meals .*0932/ })).toBeVisible();
  expect(app.requestsOf('cards').at(-1)?.query).toMatchObject({ sort: 'USED' });
  await field.fill('fuel');
  await expect.poll(() => screen.getByRole('option').elements()).toHaveLength(1);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('alertdialog', { name: /^Close the card/ })).toBeVisible();
  expect(app.requestsOf('closeCard')).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => window.location.pathname + window.location.search).toBe(`/cards/${other.id}`);
});

test('Esc and Backspace go one step back, then out', async () => {
  await openPage(found);
  await userEvent.keyboard('{Control>}k{/Control}');
  for (const key of ['{Escape}', '{Backspace}']) {
    await search.fill('freeze');
    await expect.element(screen.getByRole('option').first()).toMatchTextContent(/^Freeze a card/);
    await userEvent.keyboard('{Enter}');
    await expect.element(screen.getByRole('option', { name: /^Freeze Meals/ })).toBeVisible();
    await userEvent.keyboard(key);
    await expect.element(search).toHaveFocus();
  }
  await screen.getByRole('option', { name: /^Dashboard/ }).hover();
  await userEvent.keyboard('{Escape}');
  await expect.element(palette).not.toBeInTheDocument();
});

test('a card is chosen and frozen with its effect in view', async () => {
  const app = await openPage({ ...found, freezeCard: madeCard });
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill('freeze');
  await userEvent.keyboard('{Enter}');
  await expect
    .element(screen.getByRole('option', { name: /^Freeze Meals/ }))
    .toMatchTextContent(/Purchases are declined/);
  expect(app.requestsOf('freezeCard')).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText(/ is frozen\.$/)).toBeVisible();
});

test.each([
  ['fund priya', /^Fund Meals/, `/cards/funding?cards=${card.id}&act=FUND`],
  ['replace 0932', /^Replace Meals/, `/cards/${card.id}?do=replace`],
])('%s leads to the form that moves nothing by itself', async (typed, name, address) => {
  await openPage({ ...ofNextPage, ...found, card: { ...cardDetail, ...card }, previewFunding: plan(1240) });
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill(typed);
  await screen.getByRole('option', { name }).click();
  await expect.poll(() => window.location.pathname + window.location.search).toBe(address);
});

const wantedByPriya = [50_00, 20_00, 20_00].map((cents, n) =>
  aRequest(n, { kind: 'FUNDING', amount: usd(cents), period: null, declined: null }),
);
const approvals = screen.getByRole('option', { name: /^Approve: / });

test.each([
  ['approve priya 20', [1, 2]],
  ['approve $20.00 for priya', [1, 2]],
  ['approve 20', [1, 2]],
  ['approve priya', [0, 1, 2]],
  ['approve priya 70', [0, 1, 2]],
  ['approve 0932', [0]],
])('%s finds what waits, by the amount where one is meant', async (typed, expected) => {
  const byText: Record<string, CardRequestForDecision[]> = { priya: wantedByPriya, '0932': [wantedByPriya[0]!] };
  const app = await openPage({
    ...ofNextPage,
    requests: ({ query: { text } }) => ({
      items: text === undefined ? wantedByPriya : (byText[text] ?? []),
      nextCursor: null,
      totals: null,
    }),
  });
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill(typed);
  await expect.poll(() => approvals.elements()).toHaveLength(expected.length);
  await userEvent.keyboard('{Enter}');
  await expect
    .poll(() => window.location.pathname + window.location.search)
    .toBe(`/cards/requests?open=${wantedByPriya[expected[0]!]!.id}`);
  expect(app.requestsOf('approveRequest')).toEqual([]);
});

test('an act without its permission is shown with who can give it', async () => {
  await openPage({ userInfo: viewer, teamPermissions: { fourEyes: false, administrators: [] } });
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill('approve');
  const approve = screen.getByRole('option', { name: /^Approve a request/ });
  await expect.element(approve).toHaveAttribute('aria-disabled', 'true');
  await expect.element(approve).toMatchTextContent(/You need permission/);
  await userEvent.keyboard('{Enter}');
  await expect.element(search).toBeVisible();
});

test.each(appearances)('choosing what an act is done to is accessible: %o', async (appearance) => {
  await setAppearance(appearance);
  await openPage(found);
  await userEvent.keyboard('{Control>}k{/Control}');
  await search.fill('freeze');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByRole('option', { name: /^Freeze Meals/ })).toBeVisible();
  await expectAccessible();
});
