import { expect, test } from 'vitest';
import { faults, type Answers } from '../../testing/answers.ts';
import { ofBusiness, ofHolder, ofHugeBusiness } from '../../testing/card-core.ts';
import { screen } from '../../testing/component.ts';
import { administrator, answersFor } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { expectUsable } from '../../testing/screens/expect-usable.ts';
import { withLongContent } from '../../testing/screens/long-content.ts';

const tags = '@beyond.52';
const id = (n: number) => `0190a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const sees = (text: string | RegExp) => expect.element(screen.getByText(text).first()).toBeVisible();
const settled = () => expect.poll(() => document.querySelectorAll('main [aria-busy="true"]').length).toBe(0);
/** The keys of a breakdown are names, and cards are asked for by their ids: neither is copied. */
const kept: Answers = { spendBreakdown: ofHugeBusiness.spendBreakdown!, cards: ofHugeBusiness.cards! };
const farTooMuch = { ...withLongContent(ofHugeBusiness), ...kept };
const holderTooMuch = withLongContent(ofHolder);

// A sheet is opened with its list. What else is one page for both roles is looked at once.
test.each([
  ['dashboard', '/dashboard', ofBusiness, /Meridian Fuel, pump 4, hold released/],
  ['entries of a figure', '/dashboard?figure=posted', ofBusiness, /until Dec 16/],
  ['a transaction in its list', `/transactions?open=${id(2)}`, ofBusiness, /Why it was allowed/],
  ['cards', '/cards', ofBusiness, /Frozen by Maya Chen/],
  ['a card', `/cards/${id(900)}`, ofBusiness, /PRIYA NAIR/],
  ['dashboard of a cardholder', '/dashboard', ofHolder, /Where and when this card works/],
  ['purchases', '/my-transactions/purchases', ofHolder, /Trattoria Lucca 1/],
  ['own cards', '/my-cards', ofHolder, /Team events|Everyday/],
] as const)('%s', { tags }, async (name, path, answers, words) => {
  await renderApp(path, answers);
  await sees(words);
  await settled();
  await expectUsable(name);
});

test.each([
  ['dashboard', '/dashboard', farTooMuch, /Next 14 days/],
  ['entries of a figure', '/dashboard?figure=posted', farTooMuch, /until Dec 16/],
  ['a transaction in its list', `/transactions?open=${id(2)}`, farTooMuch, /Why it was allowed/],
  ['cards', '/cards', farTooMuch, /of 5,000 cards/],
  ['a card', `/cards/${id(900)}`, farTooMuch, /DONAUDAMPF/],
  ['dashboard of a cardholder', '/dashboard', holderTooMuch, /Where and when this card works/],
  ['funding requests', '/funding-requests', holderTooMuch, /for the whole of next year/],
] as const)('%s, far too much', { tags }, async (name, path, answers, words) => {
  await renderApp(path, answers);
  await sees(words);
  await settled();
  await expectUsable(`${name}, far too much`, { endless: true });
});

const never = () => new Promise<never>(() => {});
const blocks = ['balance', 'needsAttention', 'transactions', 'spend', 'spendBreakdown', 'forecast'] as const;
const ofBlocks = ['ownCards', 'mySpendLimits', 'myTransactions', 'myRequests'] as const;
const each = (names: readonly string[], answer: unknown) =>
  Object.fromEntries(names.map((name) => [name, answer])) as Answers;

test.each([
  ['dashboard', ofBusiness, blocks, 'We could not load the forecast.'],
  ['dashboard of a cardholder', ofHolder, ofBlocks, 'We could not load your purchases.'],
] as const)('%s: busy, then failed, then there', { tags }, async (name, answers, calls, words) => {
  const app = await renderApp('/dashboard', { ...answers, ...each(calls, never) });
  await expect.poll(() => document.querySelectorAll('main [aria-busy="true"]').length).toBeGreaterThan(1);
  await expectUsable(`${name}, busy`, { endless: true });
  app.answer(each(calls, faults['answers nonsense']));
  await app.open('/dashboard');
  await sees(words);
  await settled();
  await expectUsable(`${name}, failed`, { endless: true });
  app.answer(answers);
  await screen.getByRole('button', { name: 'Try again' }).first().click();
  await expect
    .poll(() => screen.getByRole('button', { name: 'Try again' }).elements().length)
    .toBeLessThan(calls.length);
});

test('dashboard of a new business', { tags }, async () => {
  await renderApp('/dashboard', { ...ofBusiness, ...answersFor(administrator) });
  await sees('Nothing needs you now.');
  await settled();
  await expectUsable('dashboard, new business');
});

test('dashboard of a cardholder, a purchase that would be declined', { tags }, async () => {
  await renderApp('/dashboard', ofHolder);
  await screen.getByLabelText('Amount in US dollars').fill('85');
  await screen.getByRole('button', { name: 'Check' }).click();
  await sees(/\$85\.00 is over the \$60\.00 you have left today/);
  await expectUsable('a purchase that would be declined');
});
