import { expect, test } from 'vitest';
import { faults, refuse } from '../../../testing/answers.ts';
import { screen } from '../../../testing/component.ts';
import { administrator, answersFor } from '../../../testing/people.ts';
import { activeRules, groups, policy, policyAnswers, version } from '../../../testing/policies.ts';
import { keptNotice, returnAfterEnd } from '../../../testing/session-end.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const group = (id: string, name: string, policies: { id: string; name: string }[]) => ({
  id: `0190a000-0000-7000-8000-0000000000${id}`,
  name,
  cards: 9,
  policies,
  createdAt: '2026-11-02T15:00:00Z',
});
const sales = group('e1', 'Sales', [{ id: '0190a000-0000-7000-8000-0000000000f1', name: 'Travel' }]);
const answers = {
  ...answersFor(administrator),
  ...policyAnswers(policy(version(1, 'ACTIVE', activeRules))),
  cardGroups: { items: [sales] },
};
const section = screen.getByRole('region', { name: 'Card groups' });
const row = (name: string) => section.getByRole('row').filter({ hasText: name });

test('groups lead to their cards and policies, are made, and refuse a name that is taken', async () => {
  const app = await renderApp('/business-settings/spend-controls', {
    ...answers,
    createCardGroup: refuse('STEP_NOT_POSSIBLE'),
  });
  await expect
    .element(row('Sales').getByRole('link', { name: '9 cards' }))
    .toHaveAttribute('href', `/cards?group=${sales.id}`);
  await expect.element(row('Sales').getByRole('link', { name: 'Travel' })).toBeVisible();
  await section.getByRole('button', { name: 'New group' }).click();
  const dialog = screen.getByRole('dialog', { name: 'New card group' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(' Sales ');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).toMatchTextContent(/Another group has this name/);
  const office = group('e2', 'Office', []);
  app.answer({ createCardGroup: office, cardGroups: { items: [office, sales] } });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Office');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(row('Office')).toBeVisible();
  expect(app.requestsOf('createCardGroup').map(({ body }) => body)).toEqual([{ name: 'Sales' }, { name: 'Office' }]);
});

test('a name that another administrator has given meanwhile is shown before it is replaced', async () => {
  const app = await renderApp('/business-settings/spend-controls', {
    ...answers,
    renameCardGroup: refuse('VERSION_CONFLICT'),
  });
  await row('Sales').getByRole('button', { name: 'Rename: Sales' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Rename the group' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Field');
  app.answer({ cardGroups: { items: [{ ...sales, name: 'Northeast' }] } });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/renamed this group to “Northeast”/);
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Field');
  app.answer({ renameCardGroup: { ...sales, name: 'Field' } });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('The group was renamed.')).toBeVisible();
  expect(app.requestsOf('renameCardGroup').map(({ body }) => body)).toEqual([
    { name: 'Field', replaces: 'Sales' },
    { name: 'Field', replaces: 'Northeast' },
  ]);
});

test.each([
  ['New group', ''],
  ['Rename: Sales', 'Sales'],
])('after “%s”, what was typed when the session ended is there again', async (opener, name) => {
  const path = '/business-settings/spend-controls';
  const app = await renderApp(path, answers);
  await section.getByRole('button', { name: opener }).click();
  const typed = screen.getByRole('dialog').getByRole('textbox', { name: 'Name' });
  await expect.element(typed).toHaveValue(name);
  await typed.fill('Field crew');
  await returnAfterEnd(app, path, answers);
  await expect.element(keptNotice).toBeVisible();
  await expect.element(typed).toHaveValue('Field crew');
});

test('a group that a policy is for is not deleted, and says why', async () => {
  await renderApp('/business-settings/spend-controls', { ...answers, deleteCardGroup: refuse('STEP_NOT_POSSIBLE') });
  await row('Sales').getByRole('button', { name: 'Delete: Sales' }).click();
  const dialog = screen.getByRole('alertdialog', { name: 'Delete the group Sales?' });
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/A policy applies to this group/);
  await expect.element(row('Sales')).toBeVisible();
});

test('a category group that another administrator has changed meanwhile is shown before it is replaced', async () => {
  const own = groups.find((each) => each.own)!;
  const app = await renderApp('/business-settings/spend-controls', {
    ...answers,
    changeCategoryGroup: refuse('VERSION_CONFLICT'),
  });
  await screen
    .getByRole('row')
    .filter({ hasText: own.name })
    .getByRole('button', { name: /^Change/ })
    .click();
  const dialog = screen.getByRole('dialog', { name: 'Change the category group' });
  const name = dialog.getByRole('textbox', { name: 'Name' });
  const press = () => dialog.getByRole('button', { name: 'Save the group' }).click();
  await name.fill('Taxis');
  await press();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/Your business has a group of this name already/);
  const theirs = { ...own, ranges: [{ from: 5813, to: 5814 }] };
  app.answer({ categoryGroupList: { groups: [theirs] } });
  await name.fill('Studio');
  await press();
  await expect
    .element(dialog.getByRole('alert'))
    .toMatchTextContent(/changed this group to “Studio meals” with 5813-5814\. Save replaces that/);
  await expect.element(name).toHaveValue('Studio');
  app.answer({ changeCategoryGroup: { ...theirs, name: 'Studio' } });
  await press();
  await expect.element(screen.getByText(/^The group was saved/)).toBeVisible();
  const ranges = own.ranges;
  expect(app.requestsOf('changeCategoryGroup').map(({ body }) => body)).toEqual([
    { name: 'Taxis', ranges, replaces: { name: 'Studio meals', ranges } },
    { name: 'Studio', ranges, replaces: { name: 'Studio meals', ranges } },
    { name: 'Studio', ranges, replaces: { name: 'Studio meals', ranges: theirs.ranges } },
  ]);
});

test.each(['new', 'changed'])(
  'what was typed of a %s category group when the session ended is there again',
  async (which) => {
    const path = '/business-settings/spend-controls';
    const own = groups.find((each) => each.own)!;
    const app = await renderApp(path, answers);
    const opener = which === 'new' ? 'New category group' : `Change: ${own.name}`;
    await screen.getByRole('button', { name: opener }).click();
    const dialog = screen.getByRole('dialog');
    const name = dialog.getByRole('textbox', { name: 'Name' });
    const codes = dialog.getByRole('textbox', { name: /codes/i });
    const save = dialog.getByRole('button', { name: 'Save the group' });
    await name.fill('Canteens');
    await codes.fill('5812-5814');
    const back = { ...answers, createCategoryGroup: faults.fails, changeCategoryGroup: refuse('VERSION_CONFLICT') };
    const theirs = { ...own, ranges: [{ from: 5411, to: 5411 }] };
    await returnAfterEnd(app, path, { ...back, categoryGroupList: { groups: [theirs] } });
    await expect.element(keptNotice).toBeVisible();
    await expect.element(name).toHaveValue('Canteens');
    await expect.element(codes).toHaveValue('5812-5814');
    await save.click();
    // The group as it was when the form was opened, so that another's change is shown.
    const sent = { name: 'Canteens', ranges: [{ from: 5812, to: 5814 }] };
    const { ranges } = own;
    const call = which === 'new' ? 'createCategoryGroup' : 'changeCategoryGroup';
    await expect
      .poll(() => app.requestsOf(call).at(-1)?.body)
      .toEqual(which === 'new' ? sent : { ...sent, replaces: { name: own.name, ranges } });
    await dialog.getByRole('button', { name: 'Discard' }).click();
    await expect.element(name).toHaveValue(which === 'new' ? '' : own.name);
    await expect.element(codes).toHaveValue(which === 'new' ? '' : '5411');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  },
);

test('a category group that another administrator has changed meanwhile is shown before it is deleted', async () => {
  const own = groups.find((each) => each.own)!;
  const app = await renderApp('/business-settings/spend-controls', {
    ...answers,
    deleteCategoryGroup: refuse('VERSION_CONFLICT'),
  });
  const of = screen.getByRole('row').filter({ hasText: own.name });
  await of.getByRole('button', { name: /^Delete/ }).click();
  const dialog = screen.getByRole('alertdialog');
  const theirs = { ...own, ranges: [{ from: 5813, to: 5814 }], changedAt: '2026-11-02T00:00:00.000Z' };
  app.answer({ categoryGroupList: { groups: [theirs] } });
  await dialog.getByRole('button', { name: /^Delete/ }).click();
  await expect.element(dialog.getByRole('alert')).toMatchTextContent(/changed this group to .* with 5813-5814/);
  app.answer({ deleteCategoryGroup: null });
  await dialog.getByRole('button', { name: /^Delete/ }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(app.requestsOf('deleteCategoryGroup').map(({ query }) => query.replaces)).toEqual([
    own.changedAt,
    theirs.changedAt,
  ]);
});
