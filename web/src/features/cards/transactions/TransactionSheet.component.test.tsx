import type { TransactionReport } from '@florin/contract/cards/transactions';
import { expect, onTestFinished, test } from 'vitest';
import { refuse } from '../../../testing/answers.ts';
import { screen, setAppearance, userEvent } from '../../../testing/component.ts';
import { answersFor, cardholder, usd } from '../../../testing/people.ts';
import { keptNotice, returnAfterEnd } from '../../../testing/session-end.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import {
  id,
  line,
  held,
  declined,
  page,
  details,
  own,
  frozenCard,
  answers,
  row,
  sheet,
} from '../../../testing/transactions.ts';

test('the sheet has the sum, the hold, the timeline and, for administrators, the reasons', async () => {
  await renderApp(`/transactions?open=${held.id}`, {
    ...answers,
    transactions: page(held),
    transaction: details(held),
  });
  await expect.element(sheet).toMatchTextContent(/On hold.*\$8\.00.*International fee, 3%.*\$0\.24.*\$8\.24/);
  await expect.element(sheet).toMatchTextContent(/\$8\.00 is held until Dec 16.*Hotels may hold/);
  await expect.element(sheet).toMatchTextContent(/Purchase approved.*decided in 41 ms/);
  await expect
    .element(sheet)
    .toMatchTextContent(/At most \$200\.00 a day: \$188\.00 \+ \$8\.00 = \$196\.00\. This was the tightest/);
  await expect
    .element(sheet.getByRole('link', { name: 'Card', exact: true }))
    .toHaveAttribute('href', `/cards/policies/${id(600)}`);
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => window.location.search).toBe('');
});

test.each(['own', 'business'] as const)(
  'a hold offers a text that asks the merchant to release it: %s',
  async (scope) => {
    const app = await renderApp(`${scope === 'own' ? '/my-transactions/purchases' : '/transactions'}?open=${held.id}`, {
      ...(scope === 'own' ? answersFor(cardholder) : answers),
      transactions: page(held),
      myTransactions: page(held),
      transaction: details(held),
      myTransaction: own(held, null),
    });
    await sheet.getByRole('button', { name: 'Ask the hotel to release it' }).click();
    const dialog = screen.getByRole('dialog', { name: 'Ask the hotel to release it' });
    await expect.element(dialog).toMatchTextContent(/Only the merchant can release a hold before its date\./);
    const text = dialog.getByRole('blockquote');
    await expect
      .element(text)
      .toMatchTextContent(
        /Shop 8 has \$8\.00 \(MXN 151\.78\) on hold on the card ending in 0932.*authorized on Nov 2, 10:00 AM Eastern Time\./,
      );
    const href = dialog.getByRole('link', { name: 'Write an email' }).element().getAttribute('href')!;
    expect(decodeURIComponent(href)).toContain('Release of a card hold: $8.00, Nov 2');
    // Nothing but what the sheet reads was called.
    expect(app.requestsOf('reportTransaction')).toEqual([]);
  },
);

test('on a phone a large sum leaves the name of the merchant its room', async () => {
  await setAppearance({ width: 320 });
  const large = { ...declined, amount: usd(999_999_999_99), merchant: { ...declined.merchant, name: 'M'.repeat(80) } };
  await renderApp(`/my-transactions/card-declines?open=${declined.id}`, {
    ...answersFor(cardholder),
    myTransactions: page(large),
    myTransaction: own(large),
  });
  const name = sheet.getByText('M'.repeat(80));
  await expect.element(name).toBeVisible();
  expect(name.element().getBoundingClientRect().width).toBeGreaterThan(200);
});

const reported: TransactionReport = {
  id: id(300),
  reason: 'NOT_MADE',
  text: 'I was at home.',
  reference: 'P-12345678',
  by: 'Priya Nair',
  isOwn: true,
  at: '2026-11-02T16:00:00Z',
  closed: null,
};

test('a problem is reported once, what was typed survives a failure, and the card is frozen', async () => {
  const settled = line(5);
  const app = await renderApp(`/my-transactions/purchases?open=${settled.id}`, {
    ...answersFor(cardholder),
    myTransactions: page(settled),
    myTransaction: own(settled, null),
    reportMyTransaction: refuse('UNEXPECTED'),
    freezeOwnCard: frozenCard,
  });
  await sheet.getByRole('button', { name: 'Report a problem' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Report a problem' });
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect.element(dialog).toMatchTextContent(/What happened is required/);
  await expect.element(dialog.getByRole('checkbox')).not.toBeInTheDocument();
  await dialog.getByText('I did not make this purchase').click();
  await expect.element(dialog.getByRole('checkbox', { name: /Freeze the card ending in 0932/ })).toBeChecked();
  await dialog.getByLabelText('What happened').fill('I was at home.');
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/Please try again/);
  app.answer({
    reportMyTransaction: { reference: 'P-12345678' },
    myTransaction: { ...own(settled, null), reports: [reported] },
  });
  await dialog.getByRole('button', { name: 'Send report' }).click();
  await expect.element(screen.getByText(/Your reference is P-12345678/)).toBeVisible();
  await expect.element(screen.getByText('The card is frozen.')).toBeVisible();
  expect(app.requestsOf('freezeOwnCard')).toHaveLength(1);
  expect(app.requestsOf('reportMyTransaction').at(-1)?.body).toEqual({ reason: 'NOT_MADE', text: 'I was at home.' });
  await screen.getByRole('button', { name: 'Done' }).click();
  await expect.element(sheet).toMatchTextContent(/Priya Nair reported a problem.*I was at home\./);
  await expect.element(sheet.getByRole('button', { name: 'Report a problem' })).not.toBeInTheDocument();
});

test('an administrator closes a report with an answer', async () => {
  const settled = line(5);
  const app = await renderApp(`/transactions?open=${settled.id}`, {
    ...answers,
    transactions: page(settled),
    transaction: { ...details(settled), reports: [{ ...reported, isOwn: false }] },
    closeTransactionReport: null,
  });
  await sheet.getByRole('button', { name: 'Close the report' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Close the report' });
  await dialog.getByLabelText('Answer').fill('Released.');
  const closed = { by: 'Maya Chen', at: '2026-11-02T17:00:00Z', answer: 'Released.' };
  app.answer({ transaction: { ...details(settled), reports: [{ ...reported, isOwn: false, closed }] } });
  await dialog.getByRole('button', { name: 'Close the report' }).click();
  await expect.element(sheet).toMatchTextContent(/Report closed.*Maya Chen · Released\./);
  // The button that opened the dialog has left with the report.
  await expect.element(sheet.getByRole('heading', { name: 'Purchase' })).toHaveFocus();
  await expect.element(sheet.getByRole('button', { name: 'Report a problem' })).toBeVisible();
});

test('the answer to a report is there again after the session has ended', async () => {
  const settled = line(5);
  const path = `/transactions?open=${settled.id}`;
  const given = {
    ...answers,
    transactions: page(settled),
    transaction: { ...details(settled), reports: [{ ...reported, isOwn: false }] },
  };
  const app = await renderApp(path, given);
  await sheet.getByRole('button', { name: 'Close the report' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Close the report' });
  await dialog.getByLabelText('Answer').fill('Released.');
  await returnAfterEnd(app, path, given);
  await expect.element(keptNotice).toBeVisible();
  await expect.element(dialog.getByLabelText('Answer')).toHaveValue('Released.');
});

test('an announced refund is a line of the sum', async () => {
  const refund = line(5, { status: 'PENDING', amount: usd(0) });
  await renderApp(`/transactions?open=${refund.id}`, {
    ...answers,
    transactions: page(refund),
    transaction: details(refund),
  });
  await expect.element(sheet).toMatchTextContent(/Settled\$5\.00Refund on its way−\$5\.00Total\$0\.00/);
});

test.each([390, 1440])('N writes a note on the open purchase, at %s px', async (width) => {
  await setAppearance({ width });
  await renderApp(`/transactions?open=${held.id}`, {
    ...answers,
    transactions: page(held),
    transaction: details(held),
  });
  await expect.element(sheet.getByRole('button', { name: 'Add a note' })).toBeVisible();
  await userEvent.keyboard('n');
  const field = sheet.getByLabelText('Note');
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('Team lunch');
  await expect.element(field).toHaveValue('Team lunch');
});

test.each([false, true])(
  'the key of the note is named where there are keys: on a touch screen, %s',
  async (isTouch) => {
    await setAppearance({ width: 390, coarsePointer: isTouch });
    await renderApp(`/transactions?open=${held.id}`, {
      ...answers,
      transactions: page(held),
      transaction: details(held),
    });
    const add = sheet.getByRole('button', { name: 'Add a note' });
    await expect.element(add).toBeVisible();
    expect(getComputedStyle(add.element().querySelector('kbd')!).display === 'none').toBe(isTouch);
  },
);

test('a note is written, and a failure keeps what was typed', async () => {
  const app = await renderApp(`/transactions?open=${held.id}`, {
    ...answers,
    transactions: page(held),
    transaction: details(held),
    noteTransaction: refuse('UNEXPECTED'),
  });
  await sheet.getByRole('button', { name: 'Add a note' }).click();
  await sheet.getByLabelText('Note').fill('Team offsite');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect.element(sheet.getByRole('alert')).toMatchTextContent(/Please try again/);
  await expect.element(sheet.getByLabelText('Note')).toHaveValue('Team offsite');
  app.answer({ noteTransaction: null, transaction: details({ ...held, note: 'Team offsite' }) });
  await sheet.getByLabelText('Note').click();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(sheet.getByRole('button', { name: 'Change the note' })).toBeVisible();
  expect(app.requestsOf('noteTransaction').at(-1)).toMatchObject({ body: { note: 'Team offsite', replaces: null } });
  // Another administrator writes meanwhile.
  await sheet.getByRole('button', { name: 'Change the note' }).click();
  await sheet.getByLabelText('Note').fill('Mine');
  app.answer({ noteTransaction: refuse('VERSION_CONFLICT'), transaction: details({ ...held, note: 'Theirs' }) });
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect.element(sheet.getByRole('alert')).toMatchTextContent(/“Theirs”\. Save replaces that\./);
  await expect.element(sheet.getByLabelText('Note')).toHaveValue('Mine');
  app.answer({ noteTransaction: null });
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect.element(sheet.getByRole('button', { name: 'Change the note' })).toBeVisible();
  expect(app.requestsOf('noteTransaction').slice(-2)).toMatchObject([
    { body: { note: 'Mine', replaces: 'Team offsite' } },
    { body: { note: 'Mine', replaces: 'Theirs' } },
  ]);
});

test.each([
  [1440, 'press'],
  [1024, 'press'],
  [390, 'press'],
  [1440, 'Enter'],
  [1024, 'Enter'],
] as const)(
  'at %s px, %s on “Add a note” leads to its field, Cancel and Save back to the button',
  async (width, way) => {
    await setAppearance({ width });
    await renderApp(`/transactions?open=${held.id}`, {
      ...answers,
      transactions: page(line(9), held, line(7)),
      transaction: details(held),
      noteTransaction: null,
    });
    const add = sheet.getByRole('button', { name: 'Add a note' });
    if (way === 'press') await add.click();
    else {
      await expect.element(add).toBeVisible();
      (add.element() as HTMLElement).focus();
      await userEvent.keyboard('{Enter}');
    }
    const note = sheet.getByRole('textbox', { name: 'Note' });
    await expect.element(note).toHaveFocus();
    await userEvent.keyboard('jkx. fe');
    await expect.element(note).toHaveValue('jkx. fe');
    // The buttons are below the field and in view, clear of the foot.
    const buttons = ['Cancel', 'Save'].map((name) => sheet.getByRole('button', { name, exact: true }).element());
    for (const button of buttons) {
      const { left, top, width: wide, height } = button.getBoundingClientRect();
      expect(top).toBeGreaterThanOrEqual(note.element().getBoundingClientRect().bottom);
      expect(button.contains(document.elementFromPoint(left + wide / 2, top + height / 2))).toBe(true);
    }
    const foot = sheet.getByRole('button', { name: 'Report a problem' }).element().getBoundingClientRect();
    expect(foot.top - buttons[0]!.getBoundingClientRect().bottom).toBeGreaterThan(24);
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(add).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await expect.element(note).toHaveFocus();
    await userEvent.keyboard('Lunch');
    await sheet.getByRole('button', { name: 'Save' }).click();
    await expect.element(add).toHaveFocus();
  },
);

test.each([1440, 1024, 390])(
  'at %s px, Esc leaves a changed note, then its sheet, and loses nothing',
  async (width) => {
    onTestFinished(() => sessionStorage.clear());
    await setAppearance({ width });
    await renderApp('/transactions', { ...answers, transactions: page(held), transaction: details(held) });
    const purchase = screen.getByRole('button', { name: /Shop 8/ });
    const title = sheet.getByRole('heading', { name: 'Purchase' });
    await purchase.click();
    await sheet.getByRole('button', { name: 'Add a note' }).click();
    const note = sheet.getByRole('textbox', { name: 'Note' });
    await note.fill('Team offsite');
    await userEvent.keyboard('{Escape}');
    await expect.element(title).toHaveFocus();
    await expect.element(note).toHaveValue('Team offsite');
    await userEvent.keyboard('n');
    await expect.element(note).toHaveFocus();
    await userEvent.keyboard('{Escape}{Escape}');
    await expect.element(sheet).not.toBeInTheDocument();
    await purchase.click();
    await expect.element(note).toHaveValue('Team offsite');
    // Given up, it does not come back.
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await userEvent.keyboard('{Escape}');
    await expect.element(sheet).not.toBeInTheDocument();
    await purchase.click();
    await expect.element(sheet.getByRole('button', { name: 'Add a note' })).toBeVisible();
  },
);

test('a note that was saved is not offered again', async () => {
  onTestFinished(() => sessionStorage.clear());
  const app = await renderApp(`/transactions?open=${held.id}`, {
    ...answers,
    transactions: page(held),
    transaction: details(held),
    noteTransaction: null,
  });
  await sheet.getByRole('button', { name: 'Add a note' }).click();
  await sheet.getByLabelText('Note').fill('Team offsite');
  app.answer({ transaction: details({ ...held, note: 'Team offsite' }) });
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect.element(sheet.getByRole('button', { name: 'Change the note' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  await screen.getByRole('button', { name: /Shop 8/ }).click();
  await expect.element(sheet.getByRole('button', { name: 'Change the note' })).toBeVisible();
});

test('Esc from a transaction that another page opened goes to its row', async () => {
  await setAppearance({ width: 1440 });
  const app = await renderApp('/reports', {
    ...answers,
    transactions: page(line(5), held),
    transaction: details(held),
  });
  await app.go(`/transactions?open=${held.id}`);
  await expect.element(sheet.getByRole('heading', { name: 'Purchase' })).toHaveFocus();
  const opener = screen.getByRole('button', { name: /Shop 8/ });
  await expect.element(opener).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test('a closed sheet leaves nothing behind that Back would stop at', async () => {
  await renderApp('/reports', { ...answers, transactions: page(line(5), held), transaction: details(held) });
  await screen.getByRole('navigation', { name: 'Main links' }).getByRole('link', { name: 'Transactions' }).click();
  await row('Shop 8').getByRole('button').click();
  await expect.element(sheet).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect.element(sheet).not.toBeInTheDocument();
  expect(window.location.pathname + window.location.search).toBe('/transactions');
  window.history.back();
  await expect.poll(() => window.location.pathname).toBe('/reports');
});
