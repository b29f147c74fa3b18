import { expect, test } from 'vitest';
import { faults, type Answers } from '../../testing/answers.ts';
import { ofBusiness, ofHolder } from '../../testing/card-core.ts';
import { screen, setAppearance } from '../../testing/component.ts';
import { administrator, answersFor, inBusiness } from '../../testing/people.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { expectUsable } from '../../testing/screens/expect-usable.ts';

const tags = '@beyond.52';
const sees = (text: string | RegExp) => expect.element(screen.getByText(text).first()).toBeVisible();
const settled = () => expect.poll(() => document.querySelectorAll('main [aria-busy="true"]').length).toBe(0);
const never = () => new Promise<never>(() => {});
const blocks = ['balance', 'needsAttention', 'transactions', 'spend', 'spendBreakdown', 'forecast'] as const;
const ofBlocks = ['ownCards', 'mySpendLimits', 'myTransactions', 'myRequests'] as const;
const each = (names: readonly string[], answer: unknown) =>
  Object.fromEntries(names.map((name) => [name, answer])) as Answers;

test.each([
  ['dashboard', ofBusiness, blocks, 'We could not load the forecast.'],
  ['dashboard of a cardholder', ofHolder, ofBlocks, 'We could not load your purchases.'],
] as const)('%s: busy, then failed, then there', { tags }, async (name, answers, calls, words) => {
  // As high as the page: what is far below the window is drawn, too.
  await setAppearance({ height: 2400 });
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

test('dashboard of a business that is being set up, and of one that banners ask', async () => {
  const answers = { ...ofBusiness, ...answersFor(administrator) };
  const onboardingChecklist: NonNullable<Answers['onboardingChecklist']> = {
    quantity: 2,
    counter: 1,
    steps: [
      { step: 'connect-bank', isDone: true, doneAt: null },
      { step: 'add-funds', isDone: false, doneAt: null },
    ],
  };
  const app = await renderApp('/dashboard', { ...answers, onboardingChecklist });
  await expect
    .element(
      screen.getByRole('listitem').filter({ hasText: 'Add funds' }).getByRole('link', { name: 'Bank transfers' }),
    )
    .toHaveAttribute('href', '/business-settings/external-accounts/transfers');
  expect(screen.getByText('Nothing needs you now.').elements()).toEqual([]);
  app.answer(answersFor(inBusiness(administrator, 'SUSPENDED', 'Compliance')));
  await app.open('/dashboard');
  await sees('Nothing else needs you now.');
});

test('dashboard of a cardholder, a purchase that would be declined', { tags }, async () => {
  await renderApp('/dashboard', ofHolder);
  await screen.getByLabelText('Amount in US dollars').fill('85');
  await screen.getByRole('button', { name: 'Check' }).click();
  await sees(/\$85\.00 is over the \$60\.00 you have left today/);
  await expectUsable('a purchase that would be declined');
});
