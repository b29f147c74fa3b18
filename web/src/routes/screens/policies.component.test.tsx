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
