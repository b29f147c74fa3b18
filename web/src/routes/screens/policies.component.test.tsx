import { expect, test } from 'vitest';
import { faults } from '../../testing/answers.ts';
import { screen } from '../../testing/component.ts';
import { administrator, answersFor, cardholder } from '../../testing/people.ts';
import { activeRules, limits, ownLimits, policy, policyAnswers, policyId, version } from '../../testing/policies.ts';
import { renderApp } from '../../testing/render-app.tsx';
import { expectUsable } from '../../testing/screens/expect-usable.ts';
import { withLongContent } from '../../testing/screens/long-content.ts';

const tags = '@beyond.52';
const written = policy(
  version(3, 'DRAFT', [
    limits.week,
    { ...limits.meal, limit: 75_00 },
    ...activeRules.slice(2, 4),
    { kind: 'count', period: 'day', limit: 4 },
  ]),
  version(2, 'SHADOW', [limits.week]),
  version(1, 'ACTIVE', activeRules),
);
const answers = { ...answersFor(administrator), ...policyAnswers(written) };
const editor = `/cards/policies/${policyId}`;
const ofHolder = { ...answersFor(cardholder), mySpendLimits: { cards: [ownLimits] } };
const sees = (text: string | RegExp) => expect.element(screen.getByText(text).first()).toBeVisible();

test.each([
  ['policies', '/cards/policies', 'Every card'],
  ['temporary changes', '/cards/policies?view=temporary', 'Trade fair'],
  ['the editor of a policy', editor, /Would have declined 2/],
  ['a version of a policy', `${editor}?version=1`, /cannot be changed/],
  ['spend controls', '/business-settings/spend-controls', 'Studio meals'],
])('%s', { tags }, async (name, path, words) => {
  await renderApp(path, answers);
  await sees(words);
  await expectUsable(name);
});

test('what a cardholder may spend', { tags }, async () => {
  await renderApp('/spend-policies', ofHolder);
  await sees(/Starts again in/);
  await expectUsable('own limits');
});

const long = 'Donaudampfschifffahrtsgesellschaftskapitaen and all of her many many sisters';
const many = Array.from({ length: 40 }, (_, n) => n);
const farTooMuch = {
  ...answers,
  ...policyAnswers({
    ...policy(
      version(3, 'DRAFT', [
        { kind: 'allow', field: 'merchant', values: many.map((n) => `${long} ${n}`.slice(-80)) },
        { kind: 'amount', period: 'year', limit: 999_999_999_99 },
        ...many
          .slice(1, 20)
          .map((n) => ({ kind: 'amount', period: 'since', since: `2026-11-${10 + n}`, limit: n }) as const),
      ]),
      version(2, 'ACTIVE', activeRules),
      version(1, 'INACTIVE', [limits.week]),
    ),
    name: long,
  }),
  categoryGroupList: {
    groups: many.map((n) => ({
      key: `0190a000-0000-7000-8000-0000000007${10 + n}`,
      name: `${long} ${n}`,
      ranges: many.map((code) => ({ from: 3000 + code * 2, to: 3000 + code * 2 })),
      own: true,
      policies: 9999,
    })),
  },
};

test.each([
  ['/cards/policies', 'Spend policies', withLongContent(answers)],
  [editor, long, farTooMuch],
  ['/business-settings/spend-controls', 'Spend controls', farTooMuch],
])('%s, long content', { tags }, async (path, name, given) => {
  await renderApp(path, given);
  await expect.element(screen.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect.poll(() => document.querySelectorAll('main [aria-busy="true"]').length).toBe(0);
  await expectUsable(`${path}, long content`, { endless: true });
});

test.each([
  ['/cards/policies', 'The policies could not be loaded.', answers, 'spendPolicies'],
  [editor, 'This policy could not be loaded.', answers, 'spendPolicy'],
  ['/spend-policies', 'Your limits could not be loaded.', ofHolder, 'mySpendLimits'],
  ['/business-settings/spend-controls', 'The spend controls could not be loaded.', answers, 'categoryGroupList'],
] as const)('%s says that it could not be loaded, and tries again', async (path, words, given, call) => {
  const app = await renderApp(path, { ...given, [call]: faults.fails });
  await sees(words);
  app.answer({ [call]: (given as Record<string, unknown>)[call] });
  await screen.getByRole('button', { name: 'Try again' }).first().click();
  await expect.element(screen.getByText(words)).not.toBeInTheDocument();
});
