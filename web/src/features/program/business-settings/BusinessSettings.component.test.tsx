import { expect, test } from 'vitest';
import { lifetimeMs, snackbars } from '../../../kit/feedback/snackbar-store.ts';
import { faults, refuse } from '../../../testing/answers.ts';
import { screen, userEvent } from '../../../testing/component.ts';
import { administrator, answersFor } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { settingsAnswers, usualPreferences } from '../../../testing/settings.ts';

const answers = { ...answersFor(administrator), ...settingsAnswers };
const profile = {
  name: 'Northwind Trading',
  address: '1 Harbor Street\nPortland, ME 04101',
  timeZone: 'America/New_York',
  fourEyes: true,
  version: 3,
};
const address = screen.getByRole('textbox', { name: 'Postal address' });
const save = screen.getByRole('button', { name: 'Save settings' });
const main = screen.getByRole('main');

test('a change of another administrator is shown, and what was typed stays until the person decides', async () => {
  const app = await renderApp('/business-settings', answers);
  await address.fill('9 Pine Street');
  const theirs = { ...profile, timeZone: 'America/Denver', version: 4 };
  app.answer({ changeBusinessProfile: refuse('VERSION_CONFLICT'), businessProfile: theirs });
  await save.click();
  await expect.element(main).toMatchTextContent(/Someone else has changed the settings.*Mountain Time, Denver/);
  await expect.element(address).toHaveValue('9 Pine Street');
  app.answer({ changeBusinessProfile: ({ body }) => ({ ...theirs, address: body.address, version: 5 }) });
  await save.click();
  await expect.element(screen.getByText('The settings have been saved.')).toBeVisible();
  expect(app.requestsOf('changeBusinessProfile').map(({ body }) => [body.address, body.version])).toEqual([
    ['9 Pine Street', 3],
    ['9 Pine Street', 4],
  ]);
});

test('the other’s settings can be taken', async () => {
  const app = await renderApp('/business-settings', answers);
  await address.fill('9 Pine Street');
  app.answer({
    changeBusinessProfile: refuse('VERSION_CONFLICT'),
    businessProfile: { ...profile, address: '2 Oak Avenue', version: 4 },
  });
  await save.click();
  await screen.getByRole('button', { name: 'Use theirs' }).click();
  await expect.element(address).toHaveValue('2 Oak Avenue');
  await expect.element(screen.getByRole('button', { name: 'Use theirs' })).not.toBeInTheDocument();
});

test('what was typed is discarded, and what was saved is undone', async () => {
  const stored = [profile];
  const app = await renderApp('/business-settings', {
    ...answers,
    // A zone that no browser lists under this name.
    businessProfile: { ...profile, timeZone: 'US/Eastern' },
    changeBusinessProfile: ({ body }) => {
      stored.push({ ...profile, ...body, address: body.address ?? '', version: body.version + 1 });
      return stored.at(-1)!;
    },
  });
  const zone = screen.getByRole('combobox', { name: 'Time zone' });
  const discard = screen.getByRole('button', { name: 'Discard changes' });
  const choose = async (typed: string) => {
    await zone.fill(typed);
    await expect.element(screen.getByRole('option', { name: /^Mountain Time, Denver \(UTC/ })).toBeVisible();
    // By keys: the list moves while it gets shorter.
    await userEvent.keyboard('{ArrowDown}{Enter}');
  };
  await expect.element(zone).toHaveValue(expect.stringMatching(/^Eastern Time/));
  await expect.element(discard).not.toBeInTheDocument();
  await choose('America/Denver');
  await address.fill('9 Pine Street');
  await discard.click();
  await expect.element(zone).toHaveValue(expect.stringMatching(/^Eastern Time/));
  await expect.element(address).toHaveValue(profile.address);
  await choose('denver');
  await save.click();
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText('The settings are as they were before.')).toBeVisible();
  await expect.element(zone).toHaveValue(expect.stringMatching(/^Eastern Time/));
  expect(app.requestsOf('changeBusinessProfile').map(({ body }) => [body.timeZone, body.version])).toEqual([
    ['America/Denver', 3],
    ['US/Eastern', 4],
  ]);
});

test('without the permission the settings can be read, with the reason', async () => {
  const auditor = { ...administrator, permissionFlags: ['VIEW_ADMINISTRATION' as const] };
  await renderApp('/business-settings', { ...answersFor(auditor), ...settingsAnswers });
  await expect.element(address).toBeDisabled();
  await expect.element(main).toMatchTextContent(/You need permission to edit business settings/);
  await expect.element(save).not.toBeInTheDocument();
});

test.each([
  ['/business-settings', 'businessProfile', 'We could not load the settings of your business.'],
  ['/business-settings/permissions', 'businessProfile', 'We could not load the settings of your business.'],
  ['/business-settings/notifications', 'notificationDefaults', 'We could not load the notifications of your business.'],
] as const)('%s without its data offers to try again', async (path, name, text) => {
  const app = await renderApp(path, { ...answers, [name]: faults.fails });
  await expect.element(screen.getByText(text, { exact: false })).toBeVisible();
  app.answer(settingsAnswers);
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText(text, { exact: false })).not.toBeInTheDocument();
});

test('four eyes are turned off only by asking the others', async () => {
  const app = await renderApp('/business-settings/permissions', answers);
  await screen.getByRole('button', { name: 'Turn off' }).click();
  const dialog = screen.getByRole('alertdialog');
  await expect.element(dialog).toMatchTextContent(/stays on until a second administrator approves/);
  app.answer({ setFourEyes: { ...profile, version: 4 } });
  await dialog.getByRole('button', { name: 'Ask to turn off' }).click();
  await expect.element(screen.getByText('The other administrators have been asked.')).toBeVisible();
  expect(app.requestsOf('setFourEyes')).toMatchObject([{ body: { fourEyes: false, version: 3 } }]);
});

test('the notifications of a role are chosen as a table; an amount that is none is refused at its field', async () => {
  const app = await renderApp('/business-settings/notifications', answers);
  await screen.getByRole('combobox', { name: 'Email about purchases' }).selectOptions('DIGEST');
  await screen.getByRole('checkbox', { name: 'Text about declined purchases' }).click();
  const low = screen.getByRole('textbox', { name: 'Notify below, in US dollars' });
  await low.fill('some');
  const send = screen.getByRole('button', { name: 'Save notifications' });
  await send.click();
  await expect.element(low).toHaveAccessibleDescription(/Please enter an amount in dollars/);
  expect(app.requestsOf('changeNotificationDefaults')).toEqual([]);
  await low.fill('75');
  app.answer({ changeNotificationDefaults: ({ body }) => ({ defaults: body.defaults, version: 4 }) });
  await send.click();
  await expect.element(screen.getByText('The notifications have been saved.')).toBeVisible();
  await low.fill('80');
  await screen.getByRole('button', { name: 'Discard changes' }).click();
  await expect.element(low).toHaveValue('75.00');
  await screen.getByRole('button', { name: 'Undo' }).click();
  await expect.element(screen.getByText('The settings are as they were before.')).toBeVisible();
  expect(app.requestsOf('changeNotificationDefaults')[1]!.body).toEqual({
    defaults: { ADMIN: usualPreferences('ADMIN'), CARDHOLDER: usualPreferences('CARDHOLDER') },
    version: 4,
  });
  const usual = usualPreferences('CARDHOLDER');
  expect(app.requestsOf('changeNotificationDefaults')[0]!.body.defaults).toEqual({
    ADMIN: usualPreferences('ADMIN'),
    CARDHOLDER: {
      ...usual,
      lowBalanceBelow: 75_00,
      deliveries: {
        ...usual.deliveries,
        PURCHASE: { email: 'DIGEST', text: 'OFF' },
        DECLINE: { ...usual.deliveries.DECLINE, text: 'NOW' },
      },
    },
  });
});

test('a saved change can be undone for a time that can be read, and only on its page', async () => {
  const app = await renderApp('/business-settings/notifications', answers);
  await screen.getByRole('textbox', { name: 'Notify below, in US dollars' }).fill('75');
  app.answer({ changeNotificationDefaults: ({ body }) => ({ defaults: body.defaults, version: 4 }) });
  await screen.getByRole('button', { name: 'Save notifications' }).click();
  const undo = screen.getByRole('button', { name: 'Undo' });
  await expect.element(undo).toBeVisible();
  expect(snackbars.snapshot().map(lifetimeMs)).toEqual([20_000]);
  await app.open('/business-settings/permissions');
  await expect.element(screen.getByRole('button', { name: 'Turn off' })).toBeVisible();
  await expect.element(undo).not.toBeInTheDocument();
});
