import { onboardingSteps, type OnboardingNeed } from '@florin/contract/program/onboarding-checklist';
import { expect, test } from 'vitest';
import { faults, type Answers } from '../../../testing/answers.ts';
import { screen } from '../../../testing/component.ts';
import { administrator, answersFor, cardholder, inBusiness } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const link = screen.getByRole('link', { name: /Onboarding Checklist/ });
const dashboard = screen.getByRole('heading', { level: 1, name: /^Dashboard/ });
const step = (name: string) =>
  screen
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: screen.getByRole('heading', { name, exact: true }) });

/** A business that has done the last steps of the list. */
const withDone = (counter: number): Answers => ({
  onboardingChecklist: {
    quantity: onboardingSteps.length,
    counter,
    steps: onboardingSteps.map((name, i) => ({
      step: name,
      isDone: i >= onboardingSteps.length - counter,
      doneAt: name === 'read-security-checklist' ? '2025-11-18T20:00:00Z' : null,
    })),
  },
});

test.each([
  [1, '7 steps left'],
  [7, '1 step left'],
])('with %i of 8 steps done the sidebar says %s', { tags: ['@2.shell.22', '@2.shell.23'] }, async (counter, words) => {
  await renderApp('/dashboard', { ...answersFor(administrator), ...withDone(counter) });
  await expect.element(link).toMatchTextContent(words);
});

test('with all steps done the sidebar has no link', { tags: '@2.shell.24' }, async () => {
  const app = await renderApp('/onboarding-checklist', { ...answersFor(administrator), ...withDone(8) });
  await expect.element(screen.getByText(/^All steps are done\./)).toBeVisible();
  await expect.element(screen.getByRole('link', { name: 'Go to dashboard' })).toBeVisible();
  await expect.element(link).not.toBeInTheDocument();
  app.answer(answersFor(cardholder));
  await app.open('/dashboard');
  await expect.element(dashboard).toBeVisible();
  await expect.element(link).not.toBeInTheDocument();
});

test('the page tells what is done and what is not', { tags: ['@2.shell.33', '@6.9'] }, async () => {
  await renderApp('/onboarding-checklist', { ...answersFor(administrator), ...withDone(2) });
  await expect.element(screen.getByText('2 of 8 steps done')).toBeVisible();
  await expect.element(step('Turn on the second factor')).toMatchTextContent('Done');
  await expect.element(step('Add funds')).toMatchTextContent('To do');
  await expect.element(step('Read the security checklist')).toMatchTextContent('Done Nov 18, 2025');
  await expect.element(step('Read the security checklist').getByRole('link')).not.toBeInTheDocument();
});

test('a first card that came with a registration is called what it is', async () => {
  const { onboardingChecklist } = withDone(8) as { onboardingChecklist: { steps: { step: string }[] } };
  const steps = onboardingChecklist.steps.map((each) =>
    each.step === 'issue-card' ? { ...each, producedFor: 'Lea' } : each,
  );
  await renderApp('/onboarding-checklist', {
    ...answersFor(administrator),
    onboardingChecklist: { ...onboardingChecklist, steps },
  } as Answers);
  await expect
    .element(step('Issue the first card'))
    .toMatchTextContent(/A physical card for Lea is being produced\. A virtual card would work at once\./);
});

test('each step leads to the page that does it, unless it has to wait for the end of a suspension', async () => {
  const app = await renderApp('/onboarding-checklist', { ...answersFor(administrator), ...withDone(0) });
  const links = screen.getByRole('main').getByRole('listitem').getByRole('link');
  await expect.element(links.nth(7)).toBeVisible();
  expect(links.elements().map((each) => each.getAttribute('href'))).toEqual([
    '/business-settings/external-accounts',
    '/business-settings/external-accounts/transfers',
    '/team-members',
    '/cards/policies',
    '/cards?issue=virtual',
    '/cards/funding',
    '/account/security',
    '/security-checklist',
  ]);
  app.answer(answersFor(inBusiness(administrator, 'SUSPENDED', 'Compliance')));
  app.answer(withDone(0));
  await app.open('/onboarding-checklist');
  await expect.element(step('Connect a bank account')).toMatchTextContent('To do');
  const left = ['/cards/policies', '/account/security', '/security-checklist'];
  await expect.poll(() => links.elements().map((each) => each.getAttribute('href'))).toEqual(left);
});

test('a step that needs another first leads there, or says what it waits for', async () => {
  const needing = (needs: OnboardingNeed | undefined): Answers => ({
    onboardingChecklist: {
      quantity: 2,
      counter: 0,
      steps: [
        { step: 'issue-card', isDone: false, doneAt: null, ...(needs && { needs }) },
        { step: 'fund-card', isDone: false, doneAt: null, needs: 'CARD' },
      ],
    },
  });
  const app = await renderApp('/onboarding-checklist', { ...answersFor(administrator), ...needing('CARDHOLDER') });
  const issue = step('Issue the first card');
  await expect
    .element(issue.getByRole('link', { name: 'Invite a cardholder' }))
    .toHaveAttribute('href', '/team-members?invite=new');
  await expect.element(step('Fund the first card')).toMatchTextContent('Issue the first card');
  app.answer(needing('REGISTRATION'));
  await app.open('/dashboard');
  await app.open('/onboarding-checklist');
  await expect.element(issue).toMatchTextContent('has not registered yet');
});

test('a checklist that cannot be loaded: no link that claims anything, and a page with a retry', async () => {
  const answers = { ...answersFor(administrator), ...withDone(1) };
  const app = await renderApp('/onboarding-checklist', { ...answers, onboardingChecklist: faults['answers nonsense'] });
  await expect.element(screen.getByRole('main').getByText('We could not load the checklist.')).toBeVisible();
  await expect.element(link).not.toBeInTheDocument();
  app.answer(answers);
  await screen.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await expect.element(link).toMatchTextContent('7 steps left');
});
