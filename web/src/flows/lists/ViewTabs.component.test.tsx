import type { SavedView } from '@florin/contract/program/list-views';
import { expect, test } from 'vitest';
import { administrator, answersFor, cardholder } from '../../testing/people.ts';
import { faults, refuse, type Answers } from '../../testing/answers.ts';
import { expectAccessible, screen, setAppearance } from '../../testing/component.ts';
import { renderApp } from '../../testing/render-app.tsx';

const saved = (change: Partial<SavedView> = {}): SavedView => ({
  id: '0190a000-0000-7000-8000-000000000001',
  name: 'Hotels',
  search: 'category=LODGING&sort=-amount',
  shared: false,
  isOwn: true,
  owner: 'Maya Chen',
  mayChange: true,
  version: 3,
  ...change,
});
const theirs = saved({
  id: '0190a000-0000-7000-8000-000000000002',
  name: 'Held',
  search: 'status=PENDING',
  shared: true,
  isOwn: false,
  owner: 'Ada Okafor',
  mayChange: false,
});

/** A server that keeps what is saved. */
function keeping(items: SavedView[]): Answers {
  return {
    ...answersFor(administrator),
    listViews: () => ({ items }),
    saveListView: ({ body }) => {
      const view = saved({ ...body, id: '0190a000-0000-7000-8000-000000000009', version: 1 });
      items.push(view);
      return view;
    },
    changeListView: ({ params, body }) => {
      const at = items.findIndex(({ id }) => id === params.id);
      items[at] = { ...items[at]!, ...body, version: body.version + 1 };
      return items[at];
    },
    deleteListView: ({ params }) => {
      items.splice(
        items.findIndex(({ id }) => id === params.id),
        1,
      );
      return null;
    },
  };
}

const tab = (name: string | RegExp, selected?: true) =>
  screen.getByRole('tab', { name, ...(selected && { selected }) });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const options = async (entry: string) => {
  await button(/^Options of the view/).click();
  await screen.getByRole('menuitem', { name: entry }).click();
};
const name = screen.getByRole('textbox', { name: 'Name' });

test('what is filtered is saved under a name, and shared where that is wanted', async () => {
  const app = await renderApp('/transactions?category=LODGING&sort=-amount', keeping([]));
  await button('Save view').click();
  await name.fill('  Hotels ');
  await screen.getByRole('checkbox', { name: /^Share with all administrators/ }).click();
  await expectAccessible();
  await screen.getByRole('dialog').getByRole('button', { name: 'Save view' }).click();
  await expect.element(tab('Hotels', true)).toBeVisible();
  expect(app.requestsOf('saveListView')[0]?.body).toEqual({
    list: 'transactions',
    name: 'Hotels',
    search: 'category=LODGING&sort=-amount',
    shared: true,
  });
  expect(window.location.search).toContain('view=');
  await expect.element(button('Save view')).not.toBeInTheDocument();
});

test('a name that is taken or missing is told at the field, before anything is sent', async () => {
  const app = await renderApp('/transactions?status=DECLINED&q=inn', keeping([saved()]));
  await button('Save view').click();
  const send = screen.getByRole('dialog').getByRole('button', { name: 'Save view' });
  await send.click();
  await expect.element(name).toHaveAccessibleDescription(/Name is required/);
  await name.fill('hotels');
  await send.click();
  await expect.element(name).toHaveAccessibleDescription(/You have a view with this name/);
  expect(app.requestsOf('saveListView')).toEqual([]);
});

test('a view shows that it was changed; the change is saved, or discarded', async () => {
  const app = await renderApp('/transactions', keeping([saved()]));
  await tab('Hotels').click();
  await expect.poll(() => app.requestsOf('transactions').at(-1)?.query).toMatchObject({ sort: 'AMOUNT' });
  await expect.element(button('Save changes')).not.toBeInTheDocument();
  await screen.getByRole('searchbox').fill('inn');
  await expect.element(tab(/^Hotels ?changed$/, true)).toBeVisible();
  await options('Discard changes');
  await expect.element(tab('Hotels', true)).toBeVisible();
  expect(new URLSearchParams(window.location.search).has('q')).toBe(false);
  await screen.getByRole('searchbox').fill('inn');
  await button('Save changes').click();
  await expect.element(tab('Hotels', true)).toBeVisible();
  expect(app.requestsOf('changeListView')[0]?.body).toMatchObject({
    version: 3,
    search: expect.stringContaining('q=inn'),
  });
});

test('a view is renamed, shared and deleted from its menu', async () => {
  const app = await renderApp('/transactions', keeping([saved()]));
  await tab('Hotels').click();
  await options('Rename');
  await name.fill('Inns');
  await screen.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await expect.element(tab('Inns', true)).toBeVisible();
  await options('Share');
  await expect.poll(() => app.requestsOf('changeListView').at(-1)?.body).toMatchObject({ shared: true, version: 4 });
  await options('Delete');
  await expect.element(screen.getByRole('alertdialog')).toMatchTextContent(/every administrator/);
  await button('Delete the view').click();
  await expect.element(tab('Inns')).not.toBeInTheDocument();
  // The rows stay as they are filtered.
  await expect.element(tab('Filtered', true)).toBeVisible();
});

test('a view of another person can be followed, not changed, and saved as one’s own', async () => {
  await renderApp('/transactions', keeping([theirs]));
  await tab('Held').click();
  await screen.getByRole('searchbox').fill('inn');
  await expect.element(button('Save changes')).not.toBeInTheDocument();
  await button(/^Options of the view/).click();
  await expect.element(screen.getByText('Shared by Ada Okafor')).toBeVisible();
  await expect.element(screen.getByRole('menuitem', { name: /^Delete/ })).toHaveAttribute('aria-disabled', 'true');
  await screen.getByRole('menuitem', { name: 'Save as a new view' }).click();
  await name.fill('Held inns');
  await screen.getByRole('dialog').getByRole('button', { name: 'Save view' }).click();
  await expect.element(tab('Held inns', true)).toBeVisible();
});

test('a change that someone else has made first is told, and shown', async () => {
  const items = [saved()];
  await renderApp('/transactions', {
    ...keeping(items),
    changeListView: () => {
      items[0] = saved({ search: 'category=TRAVEL', version: 4 });
      return refuse('VERSION_CONFLICT');
    },
  });
  await tab('Hotels').click();
  await screen.getByRole('searchbox').fill('inn');
  await button('Save changes').click();
  await expect.element(screen.getByText(/Someone else has changed this view/)).toBeVisible();
  await options('Discard changes');
  await expect.poll(() => new URLSearchParams(window.location.search).get('category')).toBe('TRAVEL');
});

test('without its saved views a list still works', async () => {
  await renderApp('/transactions', { ...answersFor(administrator), listViews: faults.fails });
  await expect.element(screen.getByText(/We could not load your saved views/)).toBeVisible();
  await tab('Declined').click();
  await expect.element(tab('Declined', true)).toBeVisible();
});

test('a cardholder’s views are their own, and the line fits on a phone', async () => {
  await setAppearance({ width: 320, coarsePointer: true });
  const long = saved({ name: 'A view with a very long name that nobody would shorten for us' });
  await renderApp('/my-transactions/purchases?view=x&category=LODGING&q=inn', {
    ...answersFor(cardholder),
    listViews: { items: [long, theirs] },
  });
  await button('Save view').click();
  await expect.element(screen.getByRole('checkbox', { name: /Share/ })).not.toBeInTheDocument();
  await button('Cancel').click();
  await tab(/very long/).click();
  await expect.element(button(/^Options of the view/)).toBeInViewport();
  await expectAccessible();
});
