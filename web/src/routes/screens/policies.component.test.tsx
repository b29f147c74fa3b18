import { expect, test } from 'vitest';
import { faults } from '../../testing/answers.ts';
import { screen } from '../../testing/component.ts';
import { administrator, answersFor, cardholder } from '../../testing/people.ts';
import { activeRules, ownLimits, policy, policyAnswers, policyId, version } from '../../testing/policies.ts';
import { renderApp } from '../../testing/render-app.tsx';

const answers = { ...answersFor(administrator), ...policyAnswers(policy(version(1, 'ACTIVE', activeRules))) };
const editor = `/cards/policies/${policyId}`;
const ofHolder = { ...answersFor(cardholder), mySpendLimits: { cards: [ownLimits] } };
const sees = (text: string | RegExp) => expect.element(screen.getByText(text).first()).toBeVisible();

test.each([
  ['/cards/policies', 'We could not load the policies.', answers, 'spendPolicies'],
  [editor, 'We could not load this policy.', answers, 'spendPolicy'],
  ['/spend-policies', 'We could not load your limits.', ofHolder, 'mySpendLimits'],
  ['/business-settings/spend-controls', 'We could not load the spend controls.', answers, 'categoryGroupList'],
] as const)('%s says that it could not be loaded, and tries again', async (path, words, given, call) => {
  const app = await renderApp(path, { ...given, [call]: faults.fails });
  await sees(words);
  app.answer({ [call]: (given as Record<string, unknown>)[call] });
  await screen.getByRole('button', { name: 'Try again' }).first().click();
  await expect.element(screen.getByText(words)).not.toBeInTheDocument();
});
