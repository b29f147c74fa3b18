import { expect, test } from 'vitest';
import { faults, refuse, type Answers } from '../../../testing/answers.ts';
import { screen } from '../../../testing/component.ts';
import { operator, operatorAnswers } from '../../../testing/operator.ts';
import { administrator, answersFor } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { afterProof, provable, proveByPassword } from '../../../testing/step-up.ts';

const id = '0190a000-0000-7000-8000-0000000000f1';
const answers: Answers = { ...answersFor(operator), ...provable, ...operatorAnswers };
const nothing: Answers = {
  ...answers,
  operatorSuspense: [],
  operatorWebhooks: { webhooks: [], unsent: [] },
  operatorDifferences: [],
  operatorHolds: [],
  operatorJobs: [],
};
const main = screen.getByRole('main');
const dialog = screen.getByRole('alertdialog');
const press = (name: string) => main.getByRole('button', { name, exact: true }).click();
const at = (list: string) => `/operator?list=${list}`;

test('who is no operator is told that there is no such page, and nothing is asked of the server', async () => {
  const app = await renderApp('/operator', answersFor(administrator));
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  expect(app.requestsOf('operatorSuspense')).toEqual([]);
});

test('an operator finds the page in the own menu, with what waits in each list', async () => {
  const app = await renderApp('/reports', answers);
  await screen.getByRole('button', { name: /^Profile.*Maya Chen|Maya Chen.*menu/i }).click();
  await screen.getByRole('menuitem', { name: 'Operator' }).click();
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Operator' })).toBeVisible();
  const tabs = screen.getByRole('tab');
  await expect.element(tabs.nth(4)).toHaveTextContent('Failed jobs1');
  expect(tabs.elements().map(({ textContent }) => textContent)).toEqual([
    'Suspense1',
    'Webhooks2',
    'Settlement1',
    'Holds due1',
    'Failed jobs1',
    'Audit trail',
  ]);
  expect(app.requestsOf('operatorJobs')).toHaveLength(1);
});

const lists = [
  ['suspense', 'operatorSuspense', /Harbor Fuel.*Closed card.*Northwind Trading.*\$41\.50/, 'Nothing is in suspense.'],
  [
    'webhooks',
    'operatorWebhooks',
    /card_transaction\.updated.*lithic: not configured.*Failed.*Freeze.*Site materials ··\s4821.*Northwind Trading.*Refused/,
    'Every message of a processor has been processed.',
  ],
  [
    'settlement',
    'operatorDifferences',
    /report-1.*The amounts differ.*\$5\.00.*\$4\.00/,
    'Reports, events and entries agree.',
  ],
  ['holds', 'operatorHolds', /txn-77.*\$12\.00/, 'No hold is due.'],
  ['jobs', 'operatorJobs', /Release holds that are due.*expire_holds.*It broke\..*25 of 25/, 'No job has failed.'],
] as const;

test.each(lists)('%s: what waits, that nothing does, or that it could not be loaded', async (list, name, row, none) => {
  const app = await renderApp(at(list), { ...answers, [name]: faults['answers nonsense'] });
  await expect.element(main.getByText(/^We could not load/)).toBeVisible();
  app.answer(nothing);
  await main.getByRole('button', { name: 'Try again' }).first().click();
  await expect.element(main.getByText(none)).toBeVisible();
  app.answer(answers);
  await app.open('/reports');
  await app.open(at(list));
  await expect.element(main).toMatchTextContent(row);
});

test('money in suspense is charged after the page has said what that does, with a fresh proof', async () => {
  const app = await renderApp('/operator', { ...answers, resolveSuspense: afterProof(null) });
  await press('Charge the business: Harbor Fuel');
  await expect.element(dialog).toMatchTextContent(/Charge Northwind Trading \$41\.50\?.*cannot be undone/);
  app.answer({ operatorSuspense: [] });
  await dialog.getByRole('button', { name: 'Charge the business' }).click();
  await proveByPassword();
  await expect.element(screen.getByText('$41.50 has been charged to the business.')).toBeVisible();
  await expect.element(main.getByText('Nothing is in suspense.')).toBeVisible();
  expect(app.requestsOf('resolveSuspense').map(({ body }) => body)).toEqual([
    { resolution: 'CHARGE' },
    { resolution: 'CHARGE' },
  ]);
});

test('money without an account can only be written off, and says why', async () => {
  const [item] = answers.operatorSuspense as { id: string }[];
  const app = await renderApp('/operator', { ...answers, operatorSuspense: [{ ...item!, business: null }] as never });
  const charge = main.getByRole('button', { name: /^Charge the business/ });
  await expect.element(charge).toHaveAccessibleDescription(/can only be written off/);
  app.answer({ resolveSuspense: refuse('STEP_NOT_POSSIBLE') });
  await press('More for Harbor Fuel');
  await screen.getByRole('menuitem', { name: 'Write off' }).click();
  await dialog.getByRole('button', { name: 'Write off' }).click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
});

test('a difference is closed with an explanation only', async () => {
  const app = await renderApp(at('settlement'), { ...answers, closeDifference: null });
  await press('Close the difference of evt_2');
  const form = screen.getByRole('dialog', { name: 'Close this difference?' });
  await form.getByRole('button', { name: 'Close the difference' }).click();
  const explanation = form.getByRole('textbox', { name: 'Explanation' });
  await expect.element(explanation).toHaveAccessibleDescription(/./);
  expect(app.requestsOf('closeDifference')).toEqual([]);
  await explanation.fill('The tip came a day later.');
  await form.getByRole('button', { name: 'Close the difference' }).click();
  await expect.element(screen.getByText('The difference has been closed.')).toBeVisible();
  expect(app.requestsOf('closeDifference')).toMatchObject([
    { params: { id }, body: { explanation: 'The tip came a day later.' } },
  ]);
});

test('a message is replayed and a job runs again', async () => {
  const app = await renderApp(at('webhooks'), { ...answers, replayWebhook: null, retryJob: null });
  await press('Replay card_transaction.updated');
  await dialog.getByRole('button', { name: 'Replay' }).click();
  await expect.element(screen.getByText('The message is processed again.')).toBeVisible();
  await screen.getByRole('tab', { name: /^Failed jobs/ }).click();
  await press('Retry “Release holds that are due”');
  await dialog.getByRole('button', { name: 'Run again' }).click();
  await expect.element(screen.getByText('The job runs again.')).toBeVisible();
  expect(app.requestsOf('replayWebhook')).toMatchObject([{ params: { id } }]);
  expect(app.requestsOf('retryJob')).toMatchObject([{ params: { id: '7' } }]);
});

test('the proof of the audit trail says what it proves, and where a chain is broken', async () => {
  const proof = { events: 1200, chains: 3, problems: [], proven: ['No event was changed.'], notProven: ['The rest.'] };
  const app = await renderApp(at('audit'), { ...answers, proveAudit: proof });
  const verify = async () => {
    await press('Verify the audit trail');
    await dialog.getByRole('button', { name: 'Verify' }).click();
  };
  await verify();
  await expect
    .element(main)
    .toMatchTextContent(/1,200 events in 3 chains: no event is missing.*No event was changed\..*The rest\./);
  app.answer({
    proveAudit: {
      ...proof,
      problems: [{ chain: id, sequence: '41', problem: 'the event was changed' }],
      proven: [],
      notProven: [],
    },
  });
  await verify();
  await expect.element(main).toMatchTextContent(/1 chain is broken among 1,200 events.*41.*the event was changed/);
});
