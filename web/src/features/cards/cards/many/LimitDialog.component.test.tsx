import type { BulkLine } from '@florin/contract/cards/card-parts';
import type { setCardPolicies } from '@florin/contract/cards/spend-policies';
import type { Success } from '@florin/contract/endpoint';
import { permissionFlags } from '@florin/contract/permissions';
import { expect, test } from 'vitest';
import { faults, refuse, type Answers } from '../../../../testing/answers.ts';
import { cardId, frozenCard, madeCard, otherCardId } from '../../../../testing/cards.ts';
import { screen } from '../../../../testing/component.ts';
import { administrator, answersFor } from '../../../../testing/people.ts';
import { keptNotice, returnAfterEnd } from '../../../../testing/session-end.ts';
import { renderApp } from '../../../../testing/render-app.tsx';
import { expectUsable } from '../../../../testing/screens/expect-usable.ts';

const answers = {
  ...answersFor(administrator),
  cards: { items: [madeCard, frozenCard], nextCursor: null, totals: { cards: 2, people: 1, spentThisMonth: null } },
  cardsSpendLeft: { cards: [] },
  cardGroups: { items: [] },
};

const button = (name: string) => screen.getByRole('button', { name, exact: true });
const dialog = screen.getByRole('dialog', { name: 'Set a limit on 2 cards' });
const amount = dialog.getByRole('textbox', { name: 'At most' });
const submit = dialog.getByRole('button', { name: 'Set limit' });

/** A report with a code for each refused card and null for the others. */
function reportOf(dryRun: boolean, ...codes: (Partial<BulkLine> | null)[]): Success<typeof setCardPolicies>['body'] {
  const none = { code: null, field: null, problem: null, cardId: null, last4: null, holder: null };
  const lines = codes.map((code, index): BulkLine => {
    const outcome = code === null ? 'DONE' : 'REFUSED';
    return { ...none, line: index + 1, outcome, ...code };
  });
  const refused = codes.filter((code) => code !== null).length;
  return { dryRun, done: codes.length - refused, refused, lines };
}

async function openDialog(setting: Parameters<typeof renderApp>[1]) {
  const app = await renderApp('/cards', { ...answers, ...setting });
  await expect.element(screen.getByRole('row').filter({ hasText: /440\d/ }).first()).toBeVisible();
  await screen.getByRole('checkbox').first().click();
  await button('Set a limit').click();
  return { ...app, sent: () => app.requestsOf('setCardPolicies').map(({ body }) => body) };
}

test('a limit is tried once its amount is valid, and then set in place of the one that the cards began with', async () => {
  const app = await openDialog({ setCardPolicies: ({ body }) => reportOf(body.dryRun, null, null) });
  await submit.click();
  await expect.element(dialog.getByText('Amount is required')).toBeVisible();
  await amount.fill('20,');
  await expect.element(dialog.getByText('Please enter an amount such as 120.00.')).toBeVisible();
  expect(app.sent()).toHaveLength(0);
  await amount.fill('200');
  await expect.element(dialog.getByText('2 cards get a limit of $200.00 a month.')).toBeVisible();
  await dialog.getByRole('button', { name: /Month/ }).click();
  await screen.getByRole('option', { name: 'Day' }).click();
  await expect.element(dialog.getByText('2 cards get a limit of $200.00 a day.')).toBeVisible();
  await expectUsable('limit for many cards');
  await submit.click();
  await expect.element(screen.getByText('2 cards have a limit of $200.00 a day now.')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  const [, tried, done] = app.sent();
  expect(done).toMatchObject({
    name: 'Starting limit',
    startingLimit: true,
    rules: [{ kind: 'amount', period: 'day', limit: 200_00 }],
    cardIds: [cardId, otherCardId],
    dryRun: false,
  });
  expect(done).toEqual({ ...tried, dryRun: false });
});

test('each card that is refused says why', async () => {
  const reasons: [string, Partial<BulkLine>][] = [
    ['Closed', { code: 'CARD_STATE', problem: 'CARD_CLOSED' }],
    ['Not among your cards anymore', { code: 'NOT_FOUND' }],
    ['Has 20 policies already, the most that a card can have', { code: 'POLICY_INVALID', problem: 'tooManyPolicies' }],
    ['Your own card, so another administrator has to allow more', { code: 'OWN_CARD' }],
    ['The limit could not be set', { code: 'VALIDATION', field: 'card', problem: 'unknown' }],
    ['Closed', { code: 'CARD_STATE', problem: 'CARD_CLOSED' }],
  ];
  const items = [null, ...reasons].map((_, n) => ({
    ...madeCard,
    id: `0190a000-0000-7000-8000-0000000000d${n}`,
    last4: `440${n}`,
  }));
  await openDialog({
    cards: { ...answers.cards, items },
    setCardPolicies: reportOf(true, null, ...reasons.map(([, line]) => line)),
  });
  const seven = screen.getByRole('dialog', { name: 'Set a limit on 7 cards' });
  await seven.getByRole('textbox', { name: 'At most' }).fill('200');
  await expect.element(seven).toMatchTextContent(/1 card gets a limit of \$200\.00 a month\. 6 are refused\./);
  const said = seven.getByRole('listitem');
  await expect.element(said.first()).toMatchTextContent('Closed: ·· 4401, ·· 4406');
  for (const [place, [reason]] of reasons.slice(0, 5).entries())
    await expect.element(said.nth(place)).toMatchTextContent(new RegExp(`^${reason}: ·· 440${place + 1}`));
});

test('nothing can be sent where all cards are refused; a second administrator is asked where one is needed', async () => {
  const closed = { code: 'CARD_STATE', problem: 'CARD_CLOSED' };
  const second = { code: 'SECOND_ADMINISTRATOR_REQUIRED' };
  const app = await openDialog({ setCardPolicies: reportOf(true, closed, closed) });
  await amount.fill('200');
  await expect.element(dialog.getByText('No card gets this limit now. 2 are refused.')).toBeVisible();
  await expect.element(submit).not.toBeInTheDocument();
  app.answer({ setCardPolicies: ({ body }) => reportOf(body.dryRun, second, closed) });
  await amount.fill('300');
  await expect
    .element(dialog)
    .toMatchTextContent(
      /No card gets this limit now\. 1 needs the approval of a second administrator\. 1 is refused\./,
    );
  await submit.click();
  await expect.element(dialog).toMatchTextContent(/No card got this limit\. We have asked the other administrators/);
  await expect.element(dialog.getByRole('listitem').first()).toMatchTextContent(/second administrator.*0932/);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('what is typed stays where a call fails, and the same press has the same key', async () => {
  const app = await openDialog({ setCardPolicies: refuse('TOO_MANY_REQUESTS') });
  await amount.fill('200');
  await expect.element(dialog.getByText(/Too many requests/)).toBeVisible();
  app.answer({ setCardPolicies: ({ body }) => (body.dryRun ? reportOf(true, null, null) : faults['breaks off']) });
  await dialog.getByRole('button', { name: /again/i }).click();
  await submit.click();
  await expect.element(dialog.getByRole('alert').filter({ hasText: /./ })).toBeVisible();
  await expect.element(amount).toHaveValue('200');
  app.answer({ setCardPolicies: reportOf(false, null, null) });
  await submit.click();
  await expect.element(screen.getByText('2 cards have a limit of $200.00 a month now.')).toBeVisible();
  const keys = app.sent().flatMap(({ dryRun, idempotencyKey }) => (dryRun ? [] : [idempotencyKey]));
  expect(keys).toEqual([keys[0], keys[0]]);
});

test('what was typed when the session ended is there again, for the same cards, until it is set', async () => {
  const app = await openDialog({ setCardPolicies: ({ body }) => reportOf(body.dryRun, null, null) });
  await amount.fill('200');
  const gone = { code: 'NOT_FOUND' } as const;
  const setting = { ...answers, setCardPolicies: ({ body }) => reportOf(body.dryRun, null, gone) } satisfies Answers;
  await returnAfterEnd(app, '/cards', setting);
  await expect.element(keptNotice).toBeVisible();
  await expect.element(amount).toHaveValue('200');
  await expect.element(dialog.getByText(/^Not among your cards anymore/)).toBeVisible();
  await submit.click();
  await expect.element(dialog.getByRole('button', { name: 'Done' })).toBeVisible();
  const done = app.requestsOf('setCardPolicies').filter(({ body }) => !body.dryRun);
  expect(done).toMatchObject([{ body: { cardIds: [cardId, otherCardId], rules: [{ limit: 200_00 }] } }]);
  await returnAfterEnd(app, '/cards', setting);
  await expect.element(button('Issue card')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('who may not change policies reads why no limit can be set', async () => {
  const flags = permissionFlags.filter((flag) => flag !== 'EDIT_BUSINESS_SETTINGS');
  await renderApp('/cards', { ...answers, userInfo: { ...administrator, permissionFlags: flags } });
  await screen.getByRole('checkbox').nth(1).click();
  await expect.element(button('Set a limit')).toHaveAttribute('aria-disabled', 'true');
  await expect
    .element(button('Set a limit'))
    .toHaveAccessibleDescription(/You need permission to edit business settings/);
});
