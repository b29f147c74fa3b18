import type { SpendPolicy } from '@florin/contract/cards/spend-policies';
import type { Rule } from '@florin/contract/cards/policies/spend-rules';
import { describe, expect, onTestFinished, test } from 'vitest';
import { faults, refuse } from '../../../../testing/answers.ts';
import { expectAccessible, screen, userEvent } from '../../../../testing/component.ts';
import { aCard } from '../../../../testing/card-core.ts';
import { administrator, answersFor } from '../../../../testing/people.ts';
import {
  activeRules,
  backtest,
  limits,
  policy,
  policyAnswers,
  policyId,
  version,
} from '../../../../testing/policies.ts';
import { marker } from '../../../../session/browser-session.ts';
import { keptNotice, returnAfterEnd } from '../../../../testing/session-end.ts';
import { renderApp, type TestApp } from '../../../../testing/render-app.tsx';
import { pendingChange } from '../../../../testing/settings.ts';
import { keepPolicy } from '../queries.ts';

const path = `/cards/policies/${policyId}`;
const changedMeal: Rule = { ...limits.meal, limit: 75_00 };
const draftRules: Rule[] = [
  limits.week,
  changedMeal,
  activeRules[2]!,
  activeRules[3]!,
  { kind: 'count', period: 'day', limit: 4 },
];
const active = version(1, 'ACTIVE', activeRules);
const written = policy(version(2, 'DRAFT', draftRules), active);
const answersOf = (of: SpendPolicy) => ({ ...answersFor(administrator), ...policyAnswers(of) });

const line = (text: string | RegExp) => screen.getByRole('listitem').filter({ hasText: text });
const place = (name: RegExp) => screen.getByRole('button', { name });
const typing = screen.getByLabelText('Add a rule in words');
const rail = screen.getByRole('navigation', { name: 'Versions' });

/** Saves what is sent as the next draft, at a later moment each time. */
const saving = () => {
  let count = 0;
  return ({ body }: { body: { rules: Rule[] } }) => {
    count += 1;
    const draft = { ...version(2, 'DRAFT', body.rules), createdAt: `2026-11-03T15:00:0${count}.000Z` };
    return policy(draft, active);
  };
};

test('the draft is shown by its differences to the version in force', async () => {
  await renderApp(path, answersOf(written));
  await expect.element(line('At most $150.00 $75.00 a purchase at Restaurants')).toBeVisible();
  await expect.element(line('At most 4 purchases a day')).toHaveAttribute('data-change', 'ADDED');
  await expect.element(screen.getByRole('listitem', { name: /^Removed: A receipt within 7 days/ })).toBeVisible();
  await expect.element(line('At most $1,500.00 a week')).toHaveAttribute('data-change', 'SAME');
  await expect.element(rail).toMatchTextContent(/Version 1, active.*Version 2, draft.*3 changes to version 1/);
  await screen.getByRole('button', { name: 'Version 2', exact: true }).click();
  await expect.element(line('At most $75.00 a purchase at Restaurants')).not.toMatchTextContent(/150/);
});

test('a place opens its own editor, and what is done there is saved and tested', async () => {
  const app = await renderApp(path, { ...answersOf(written), saveSpendPolicyDraft: saving() });
  await place(/^\$75\.00, change/).click();
  await expectAccessible();
  await screen.getByLabelText('Amount in USD').fill('a lot');
  await screen.getByRole('button', { name: 'Done' }).click();
  await expect.element(screen.getByText('Please enter an amount such as 40 or 1,250.50.')).toBeVisible();
  await screen.getByLabelText('Amount in USD').fill('60');
  app.answer({ backtestSpendPolicy: backtest(3) });
  await userEvent.keyboard('{Enter}');
  await expect.element(line('At most $150.00 $60.00 a purchase at Restaurants')).toBeVisible();
  await expect.element(screen.getByText('Would have declined 3')).toBeVisible();
  await expect.poll(() => app.requestsOf('saveSpendPolicyDraft').length).toBe(1);
  expect(app.requestsOf('saveSpendPolicyDraft')[0]!.body).toMatchObject({
    replaces: '2026-11-02T15:00:00.000Z',
    rules: [limits.week, { ...limits.meal, limit: 60_00 }, {}, {}, {}],
  });
  await expect.element(rail).toMatchTextContent(/ saved \d/);
});

test('what is changed while a draft is being saved stays, and is saved after it', async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const save = saving();
  const app = await renderApp(path, {
    ...answersOf(written),
    saveSpendPolicyDraft: async (request) => {
      await held;
      return save(request);
    },
  });
  await typing.fill('at most $40 a day for taxis');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => app.requestsOf('saveSpendPolicyDraft').length).toBe(1);
  await typing.fill('only in Mexico');
  await userEvent.keyboard('{Enter}');
  await typing.fill('no ca');
  answer();
  await expect.poll(() => app.requestsOf('saveSpendPolicyDraft').length).toBe(2);
  const [first, second] = app.requestsOf('saveSpendPolicyDraft').map(({ body }) => body);
  expect([first!.rules.length, second!.rules.length]).toEqual([6, 7]);
  // The second replaces the draft that the first has made.
  expect(second!.replaces).toBe('2026-11-03T15:00:01.000Z');
  await expect.element(rail).toMatchTextContent(/ saved \d/);
  await expect.element(line('Only in Mexico')).toBeVisible();
  await expect.element(typing).toHaveValue('no ca');
  await expect.element(typing).toHaveFocus();
});

test('a sentence that is not understood is not saved', async () => {
  const app = await renderApp(path, { ...answersOf(written), saveSpendPolicyDraft: saving() });
  await typing.fill('at most $40 a day for unicorns');
  await userEvent.keyboard('{Enter}');
  await expect.element(typing).toHaveValue('at most $40 a day for unicorns');
  await expect.element(screen.getByText(/^“unicorns” is not a category\. A limit is for a category/)).toBeVisible();
  await typing.fill('something else');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText(/^We do not understand “something” in a rule\./)).toBeVisible();
  await typing.fill('at most $40 a day for taxis');
  await screen.getByRole('button', { name: 'At most $40.00 a day at Taxis', exact: true }).click();
  await expect.element(line('At most $40.00 a day at Taxis')).toBeVisible();
  await expect.poll(() => app.requestsOf('saveSpendPolicyDraft').length).toBe(1);
});

test('a sentence in several parts is offered as the rules that it means', async () => {
  const app = await renderApp(path, { ...answersOf(written), saveSpendPolicyDraft: saving() });
  await typing.fill('at most $90 a week at hotels, only in Peru');
  await expect.element(screen.getByText('Add these rules? Each holds for itself.')).toBeVisible();
  await screen.getByRole('button', { name: 'Add all 2 rules' }).click();
  await expect.element(line('At most $90.00 a week at Lodging')).toBeVisible();
  await expect.element(line('Only in Peru')).toBeVisible();
  await expect.poll(() => app.requestsOf('saveSpendPolicyDraft').at(-1)?.body.rules.length).toBe(7);
});

test('rules are moved with the keyboard, which keeps its place, removed, put back and undone', async () => {
  await renderApp(path, { ...answersOf(written), saveSpendPolicyDraft: saving() });
  const order = () =>
    screen
      .getByRole('list', { name: 'Rules' })
      .getByRole('listitem')
      .elements()
      .map((each) =>
        each
          .getAttribute('aria-label')
          ?.replace(/^Rule: /, '')
          .slice(0, 14),
      );
  const token = place(/^\$1,500\.00, change/);
  await expect.element(token).toBeVisible();
  (token.element() as HTMLElement).focus();
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await expect.poll(() => order()[1]).toBe('At most $1,500');
  await expect.element(token).toHaveFocus();
  await userEvent.keyboard('{Control>}z{/Control}');
  await expect.poll(() => order()[0]).toBe('At most $1,500');
  await screen.getByRole('button', { name: /^More for this rule: At most 4 purchases/ }).click();
  await screen.getByRole('menuitem', { name: 'Remove this rule' }).click();
  await expect.element(line('At most 4 purchases a day')).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Put back' }).click();
  await expect.element(line(/^A receipt|A receipt within 7 days/).first()).toHaveAttribute('data-change', 'SAME');
});

test('a limit above that of a longer period is refused at its place, and neither saved nor tested', async () => {
  const app = await renderApp(path, { ...answersOf(written), saveSpendPolicyDraft: saving() });
  await typing.fill('at most $2,000 a day');
  await userEvent.keyboard('{Enter}');
  await expect
    .element(line('At most $2,000.00 a day'))
    .toMatchTextContent(/above the limit of a longer period.*The other one: At most \$1,500\.00 a week/);
  await expect.element(rail).toMatchTextContent(/Not saved: a rule has to be corrected first/);
  await expect.element(screen.getByRole('button', { name: 'Activate version 2' })).toHaveAttribute('aria-disabled');
  expect(app.requestsOf('saveSpendPolicyDraft')).toEqual([]);
});

test('a category in two groups is warned of', async () => {
  const own = '0190a000-0000-7000-8000-000000000070';
  const both: Rule[] = [limits.meal, { ...limits.meal, limit: 20_00, group: own }];
  await renderApp(path, answersOf(policy(version(1, 'DRAFT', both))));
  await expect
    .element(screen.getByRole('listitem', { name: /^Rule: .* at Studio meals$/ }))
    .toMatchTextContent(/in both groups.*The other one: At most \$150\.00 a purchase at Restaurants/);
});

test('a limit that another rule leaves nothing of is warned of', async () => {
  const rules: Rule[] = [limits.meal, { kind: 'block', field: 'group', values: [limits.meal.group] }];
  await renderApp(path, answersOf(policy(version(1, 'DRAFT', rules))));
  await expect
    .element(line('At most $150.00 a purchase at Restaurants'))
    .toMatchTextContent(/never allowed, because of another one: Never at Restaurants\./);
  expect(screen.getByText(/because of another one/).elements()).toHaveLength(1);
});

test('of two administrators the second sees the rules of the first, and decides', async () => {
  const theirs = policy(
    {
      ...version(2, 'DRAFT', [{ ...limits.week, limit: 900_00 }]),
      createdBy: 'Noah Park',
      createdAt: '2026-11-04T15:00:00.000Z',
    },
    active,
  );
  const app = await renderApp(path, { ...answersOf(written), saveSpendPolicyDraft: refuse('VERSION_CONFLICT') });
  await typing.fill('only in Mexico');
  await expect.element(screen.getByRole('button', { name: 'Only in Mexico', exact: true })).toBeVisible();
  app.answer({ spendPolicy: theirs });
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText('Someone else has saved this draft')).toBeVisible();
  await expect.element(screen.getByText(/Noah Park saved other rules/)).toBeVisible();
  await expect.element(screen.getByText('At most $900.00 a week')).toBeVisible();
  // Nothing that was typed is gone.
  await expect.element(line('Only in Mexico').first()).toBeVisible();
  app.answer({ saveSpendPolicyDraft: saving() });
  await screen.getByRole('button', { name: 'Keep mine' }).click();
  await expect
    .poll(() => app.requestsOf('saveSpendPolicyDraft').at(-1)?.body.replaces)
    .toBe('2026-11-04T15:00:00.000Z');
  await expect.element(rail).toMatchTextContent(/ saved \d/);
});

test('an open editor keeps what is typed when another administrator saves the draft', async () => {
  const createdAt = '2026-11-04T15:00:00.000Z';
  const theirs = policy(
    { ...version(2, 'DRAFT', [{ ...limits.week, limit: 900_00 }]), createdBy: 'Noah Park', createdAt },
    active,
  );
  const app = await renderApp(path, { ...answersOf(written), saveSpendPolicyDraft: saving() });
  const amount = screen.getByLabelText('Amount in USD');
  await place(/^\$1,500\.00, change/).click();
  await amount.fill('500');
  keepPolicy(theirs);
  await expect.element(amount).toHaveValue('500');
  await userEvent.keyboard('{Enter}');
  await expect.element(screen.getByText(/Noah Park saved other rules/)).toBeVisible();
  expect(app.requestsOf('saveSpendPolicyDraft')).toEqual([]);
  await screen.getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(() => app.requestsOf('saveSpendPolicyDraft').at(-1)?.body.replaces).toBe(createdAt);
});

test('a change that arrived while an editor was open is shown once it is closed', async () => {
  await renderApp(path, answersOf(written));
  await place(/^\$1,500\.00, change/).click();
  await screen.getByLabelText('Amount in USD').fill('500');
  keepPolicy(
    policy(
      { ...version(2, 'DRAFT', [{ ...limits.week, limit: 900_00 }]), createdAt: '2026-11-04T15:00:00.000Z' },
      active,
    ),
  );
  await userEvent.keyboard('{Escape}');
  await expect.element(line('At most $1,500.00 $900.00 a week')).toBeVisible();
});

test('a draft that another administrator has changed meanwhile is shown before it is discarded', async () => {
  const changed = { ...version(2, 'DRAFT', [limits.week]), createdAt: '2026-11-03T15:00:00.000Z' };
  const app = await renderApp(path, { ...answersOf(written), discardSpendPolicyDraft: refuse('VERSION_CONFLICT') });
  await screen.getByRole('button', { name: 'Discard draft' }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'Discard this draft?' });
  const discard = dialog.getByRole('button', { name: 'Discard draft' });
  app.answer({ spendPolicy: policy(changed, active) });
  await discard.click();
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent(/Maya Chen has changed this draft .* It now says: At most \$1,500\.00 a week\./);
  app.answer({ discardSpendPolicyDraft: policy(active) });
  await discard.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(app.requestsOf('discardSpendPolicyDraft').map(({ query }) => query.replaces)).toEqual([
    '2026-11-02T15:00:00.000Z',
    '2026-11-03T15:00:00.000Z',
  ]);
});

test('a draft that another administrator has changed meanwhile is shown before it is activated', async () => {
  const createdAt = '2026-11-03T15:00:00.000Z';
  const meal = (limit: number): Rule[] => [limits.week, { ...limits.meal, limit }, ...activeRules.slice(2)];
  const changed = { ...version(2, 'DRAFT', meal(40_00)), createdBy: 'Noah Park', createdAt };
  const app = await renderApp(path, {
    ...answersOf(policy(version(2, 'DRAFT', meal(95_00)), active)),
    activateSpendPolicyVersion: refuse('VERSION_CONFLICT'),
  });
  await screen.getByRole('button', { name: 'Activate version 2' }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'Activate version 2?' });
  await expect.element(dialog).toMatchTextContent(/From now on.*At most \$95\.00 a purchase/);
  const activate = dialog.getByRole('button', { name: 'Activate version 2' });
  app.answer({ spendPolicy: policy(changed, active) });
  await activate.click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/^Noah Park has changed this draft/);
  await expect.element(dialog).toMatchTextContent(/From now on.*At most \$40\.00 a purchase/);
  await expectAccessible();
  app.answer({ activateSpendPolicyVersion: policy({ ...changed, state: 'ACTIVE' }) });
  await activate.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(app.requestsOf('activateSpendPolicyVersion').map(({ body }) => body.replaces)).toEqual([
    '2026-11-02T15:00:00.000Z',
    createdAt,
  ]);
});

test('a draft that another administrator has changed meanwhile is shown before it runs in shadow', async () => {
  const createdAt = '2026-11-03T15:00:00.000Z';
  const changed = { ...version(2, 'DRAFT', [limits.week]), createdBy: 'Noah Park', createdAt };
  const app = await renderApp(path, { ...answersOf(written), shadowSpendPolicyVersion: refuse('VERSION_CONFLICT') });
  const run = screen.getByRole('button', { name: 'Run in shadow' });
  await expect.element(run).toBeVisible();
  app.answer({ spendPolicy: policy(changed, active) });
  await run.click();
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/^Noah Park has changed this draft/);
  await expect.element(line('At most 4 purchases a day')).not.toBeInTheDocument();
  app.answer({ shadowSpendPolicyVersion: policy({ ...changed, state: 'SHADOW' }, active) });
  await run.click();
  await expect.element(screen.getByText(/^The version runs in shadow/)).toBeVisible();
  expect(app.requestsOf('shadowSpendPolicyVersion').map(({ body }) => body.replaces)).toEqual([
    '2026-11-02T15:00:00.000Z',
    createdAt,
  ]);
});

test('a version that is run in shadow stays open, and can be activated from there', async () => {
  const app = await renderApp(path, {
    ...answersOf(written),
    shadowSpendPolicyVersion: policy(version(2, 'SHADOW', draftRules), active),
  });
  const run = screen.getByRole('button', { name: 'Run in shadow' });
  await expect.element(run).toBeVisible();
  app.answer(answersOf(policy(version(2, 'SHADOW', draftRules), active)));
  await run.click();
  await expect.element(screen.getByText(/^The version runs in shadow/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Activate version 2' })).toBeVisible();
  await expect.poll(() => window.location.search).toBe('?version=2');
});

test.each([
  [0, 'in shadow since today'],
  [1, 'in shadow for 1 day'],
  [3, 'in shadow for 3 days'],
])('a version that began to run in shadow %i days ago says so', async (days, text) => {
  const from = new Date(Date.now() - days * 24 * 3_600_000).toISOString();
  const results = { from, decisions: 74, stricter: 2, looser: 0, items: [] };
  const of = policy(version(2, 'SHADOW', draftRules), active);
  await renderApp(path, { ...answersOf(of), spendPolicyShadow: results });
  await expect.element(screen.getByText(`Version 2 ${text}`)).toBeVisible();
});

test('activating asks with the sentences before and after, and under four eyes sends', async () => {
  const app = await renderApp(path, {
    ...answersOf(policy(version(2, 'DRAFT', [{ ...limits.week, limit: 2000_00 }, ...activeRules.slice(1)]), active)),
    pendingChanges: { fourEyes: true, changes: [] },
    activateSpendPolicyVersion: refuse('SECOND_ADMINISTRATOR_REQUIRED', {
      ChangeId: policyId,
      ExpiresAt: '2026-11-09T15:00:00.000Z',
    }),
  });
  await screen.getByRole('button', { name: 'Activate version 2' }).click();
  const dialog = screen.getByRole('alertdialog');
  await expect
    .element(dialog)
    .toMatchTextContent(
      /Until now.*At most \$1,500\.00 a week.*From now on.*At most \$2,000\.00 a week\d other rules stay as they are\./,
    );
  await expect.element(dialog).toMatchTextContent(/another one has to approve it first/);
  await dialog.getByRole('button', { name: 'Activate version 2' }).click();
  await expect.element(screen.getByText(/^Sent to the other administrators/)).toBeVisible();
  expect(app.requestsOf('activateSpendPolicyVersion')).toHaveLength(1);
});

describe('a session that ends while rules are edited', () => {
  const notice = screen.getByText(/^We kept what you typed\./);
  const taxis = line('At most $40.00 a day at Taxis');
  /** How often the rules were sent before the new session. */
  let refused = 0;

  /** Adds a rule in words, which is tested first: the session is over. */
  async function leaveEditor(): Promise<TestApp> {
    onTestFinished(() => sessionStorage.clear());
    const app = await renderApp(path, answersOf(written));
    await typing.fill('at most $40 a day for taxis');
    const over = refuse('UNAUTHENTICATED');
    app.answer({ backtestSpendPolicy: over, saveSpendPolicyDraft: over });
    return app;
  }
  async function logIn(app: TestApp, now: SpendPolicy): Promise<void> {
    await expect.poll(() => app.departures).toEqual(['/login']);
    refused = app.requestsOf('saveSpendPolicyDraft').length;
    app.answer({ ...answersOf(now), saveSpendPolicyDraft: saving() });
    marker.write({ epoch: 'next', lastActivity: Date.now() });
    await app.open(path);
  }
  /** Of the new session. */
  const lastSaved = (app: TestApp) => app.requestsOf('saveSpendPolicyDraft').slice(refused).at(-1)?.body;

  test('a rule that was not saved is back, is saved, and can be discarded', async () => {
    const app = await leaveEditor();
    await userEvent.keyboard('{Enter}');
    // The rules are sent in the session that is over as well, and refused.
    await expect.poll(() => app.requestsOf('saveSpendPolicyDraft').length).toBeGreaterThan(0);
    await logIn(app, written);
    await expect.element(taxis).toBeVisible();
    await expect.element(rail).toMatchTextContent(/ saved \d/);
    await expect.poll(() => lastSaved(app)?.rules.length).toBe(6);
    await expect.element(notice).toBeVisible();
    await expectAccessible();
    await screen.getByRole('button', { name: 'Discard', exact: true }).click();
    await expect.element(taxis).not.toBeInTheDocument();
    await expect.element(notice).not.toBeInTheDocument();
    await expect.poll(() => lastSaved(app)).toEqual({ rules: draftRules, replaces: '2026-11-03T15:00:01.000Z' });
  });

  test('what stands in the field for a rule is back in it', async () => {
    const app = await leaveEditor();
    await screen.getByRole('button', { name: /^More for this rule: At most 4 purchases/ }).click();
    await screen.getByRole('menuitem', { name: 'Remove this rule' }).click();
    await logIn(app, written);
    await expect.element(typing).toHaveValue('at most $40 a day for taxis');
    await expect.element(line('At most 4 purchases a day')).not.toBeInTheDocument();
    await screen.getByRole('button', { name: 'Discard', exact: true }).click();
    await expect.element(typing).toHaveValue('');
    await expect.element(line('At most 4 purchases a day')).toBeVisible();
    await expect.element(notice).not.toBeInTheDocument();
  });

  test('what is typed in the open editor of a place is back in it', async () => {
    const app = await renderApp(path, answersOf(written));
    const amount = screen.getByLabelText('Amount in USD');
    await place(/^\$75\.00, change/).click();
    await amount.fill('1,900');
    await returnAfterEnd(app, path, answersOf(written));
    await expect.element(keptNotice).toBeVisible();
    await expect.element(amount).toHaveValue('1,900');
    await userEvent.keyboard('{Escape}');
    await expect.element(amount).not.toBeInTheDocument();
    await place(/^\$75\.00, change/).click();
    await expect.element(amount).toHaveValue('75.00');
  });

  test('another administrator’s draft is shown beside the rules that were kept', async () => {
    const app = await leaveEditor();
    await userEvent.keyboard('{Enter}');
    const theirs = {
      ...version(2, 'DRAFT', [limits.week]),
      createdBy: 'Noah Park',
      createdAt: '2026-11-04T15:00:00.000Z',
    };
    await logIn(app, policy(theirs, active));
    await expect.element(screen.getByText(/Noah Park saved other rules/)).toBeVisible();
    await expect.element(taxis.first()).toBeVisible();
    const sent = app.requestsOf('saveSpendPolicyDraft').length;
    await screen.getByRole('button', { name: 'Use theirs' }).click();
    await expect.element(taxis).not.toBeInTheDocument();
    await expect.element(notice).not.toBeInTheDocument();
    expect(app.requestsOf('saveSpendPolicyDraft')).toHaveLength(sent);
  });
});

test('an earlier version is read, and put in force again', async () => {
  const versions = [version(3, 'ACTIVE', [limits.week]), version(2, 'INACTIVE', [limits.meal])];
  const app = await renderApp(path, {
    ...answersOf(policy(...versions)),
    restoreSpendPolicyVersion: policy(version(4, 'ACTIVE', [limits.meal]), version(3, 'INACTIVE', [limits.week])),
  });
  await screen.getByRole('button', { name: '1 earlier version' }).click();
  await rail.getByRole('link', { name: /^Version 2/ }).click();
  await expect.element(screen.getByText('You are reading a version that cannot be changed.')).toBeVisible();
  const current = [...rail.element().querySelectorAll('[aria-current]')];
  expect(current.map(({ textContent }) => textContent)).toEqual([expect.stringMatching(/^Version 2/)]);
  await screen.getByRole('button', { name: 'Restore version 2' }).click();
  await screen.getByRole('alertdialog').getByRole('button', { name: 'Restore version 2' }).click();
  await expect.element(rail).toMatchTextContent(/Version 4, active/);
  await expect.poll(() => window.location.search).toBe('');
  expect(app.requestsOf('restoreSpendPolicyVersion')[0]).toMatchObject({ params: { number: 2 } });
});

test('who may not see purchases or change policies reads the rules, and why', async () => {
  const person = {
    ...administrator,
    permissionFlags: administrator.permissionFlags.filter(
      (flag) => flag !== 'VIEW_CARD_TRANSACTIONS' && flag !== 'EDIT_BUSINESS_SETTINGS',
    ),
  };
  const app = await renderApp(path, { ...answersFor(person), ...policyAnswers(written) });
  await expect.element(screen.getByText(/permission to view card transactions/)).toBeVisible();
  await expect.element(line('At most $75.00 a purchase at Restaurants')).toBeVisible();
  await expect.element(screen.getByLabelText('Add a rule in words')).not.toBeInTheDocument();
  expect(app.requestsOf('backtestSpendPolicy')).toEqual([]);
});

test('a card under the policy is changed for a time from its page', async () => {
  const app = await renderApp(path, { ...answersOf(written), createSpendOverride: faults.fails });
  await screen.getByRole('button', { name: 'Change for a time: Priya Nair 0932' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Change Priya Nair ··\u00a00932 for a time' });
  await dialog.getByLabelText('What is allowed').fill('at most $800 a day');
  await dialog.getByRole('spinbutton', { name: 'month, Until' }).click();
  await userEvent.keyboard('120220991200P');
  await dialog.getByRole('button', { name: 'Change it' }).click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  expect(app.requestsOf('createSpendOverride')).toMatchObject([
    {
      body: {
        cardId: '0190a000-0000-7000-8000-000000000080',
        rules: [{ kind: 'amount', period: 'day', limit: 800_00 }],
      },
    },
  ]);
});

test('what was typed of a card’s change when the session ended is there again', async () => {
  const app = await renderApp(path, answersOf(written));
  await screen.getByRole('button', { name: 'Change for a time: Priya Nair 0932' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Change Priya Nair ··\u00a00932 for a time' });
  await dialog.getByLabelText('What is allowed').fill('at most $800 a day');
  await returnAfterEnd(app, path, answersOf(written));
  await expect.element(keptNotice).toBeVisible();
  await expect.element(dialog.getByLabelText('What is allowed')).toHaveValue('at most $800 a day');
});

test('a new name is there again after the session has ended', async () => {
  const app = await renderApp(path, answersOf(written));
  await screen.getByRole('button', { name: 'Rename' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Rename the policy' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Crew');
  await returnAfterEnd(app, path, { ...answersOf(written), renameSpendPolicy: refuse('VERSION_CONFLICT') });
  await expect.element(keptNotice).toBeVisible();
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Crew');
});

test('one of thousands of cards is found by the server, and stays picked', async () => {
  const app = await renderApp('/cards/policies?view=temporary', {
    ...answersOf(written),
    cards: ({ query }) => ({
      items:
        query.text === 'zoe' ? [aCard(7, { holder: { membershipId: 'm', firstName: 'Zoe', lastName: 'Ode' } })] : [],
      nextCursor: null,
    }),
  });
  await screen.getByRole('button', { name: 'New temporary change' }).click();
  const field = screen.getByRole('dialog').getByRole('combobox', { name: 'Card' });
  await field.fill('zoe');
  await screen.getByRole('option', { name: /^Zoe Ode/ }).click();
  await expect.element(field).toHaveValue('Zoe Ode ··\u00a01007');
  await screen.getByRole('dialog').getByLabelText('Note').fill('Fair');
  await expect.element(field).toHaveValue('Zoe Ode ··\u00a01007');
  expect(app.requestsOf('cards').map(({ query }) => query.text)).toContain('zoe');
});

test('the end of a restriction waits for another administrator where the business asks for four eyes', async () => {
  const app = await renderApp('/cards/policies?view=temporary', answersOf(written));
  await screen.getByRole('button', { name: /^End now/ }).click();
  app.answer({ endSpendOverride: { change: pendingChange(1, { kind: 'SPEND_OVERRIDE_END' }) } });
  await screen.getByRole('alertdialog').getByRole('button', { name: 'End now' }).click();
  await expect.element(screen.getByText(/It ends once one has approved it/)).toBeVisible();
});
