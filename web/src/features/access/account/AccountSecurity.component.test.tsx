import type { Success } from '@florin/contract/endpoint';
import type { Factor, securitySettings } from '@florin/contract/access/factors';
import { expect, test } from 'vitest';
import { refuse, type Answers } from '../../../testing/answers.ts';
import { screen, userEvent } from '../../../testing/component.ts';
import { answersFor, cardholder } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { provable, stepUpDialog } from '../../../testing/step-up.ts';

type Settings = Success<typeof securitySettings>['body'];

const panel = (name: string) => screen.getByRole('region', { name });
const dialog = (name: string) => screen.getByRole('dialog', { name });
const question = screen.getByRole('alertdialog');
const press = (name: string) => screen.getByRole('button', { name }).click();
const sees = (text: string | RegExp) => expect.element(screen.getByText(text)).toBeVisible();

const app: Factor = {
  id: '0190a000-0000-7000-8000-000000000021',
  kind: 'Authenticator',
  name: 'Old phone',
  createdAt: '2026-10-02T15:00:00Z',
  lastUsedAt: null,
};
const settings: Settings = {
  mfaEnabled: true,
  mfaRequired: false,
  factors: [],
  backupCodesLeft: 0,
  backupCodesMadeAt: null,
  passwordChangedAt: '2026-01-02T15:00:00Z',
  steppedUpUntil: '2099-01-01T00:00:00Z',
};
async function open(more: Partial<Settings>, answers: Answers = {}) {
  const opened = await renderApp('/account/security', {
    ...answersFor(cardholder),
    securitySettings: { ...settings, ...more },
    ...answers,
  });
  await expect.element(panel('Second factor')).toMatchTextContent('After your password');
  return opened;
}

test('an authenticator app needs a name and its first code', { tags: '@beyond.6' }, async () => {
  const started = { id: app.id, secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Florin:maya?secret=JBSWY3DPEHPK3PXP' };
  const opened = await open({}, { startAuthenticator: started, confirmAuthenticator: refuse('MFA_INVALID_CODE') });
  await expect.element(panel('Authenticator apps')).toMatchTextContent('None yet');
  await press('Add authenticator app');
  const adding = dialog('Add an authenticator app');
  await expect.element(adding).toMatchTextContent('Card details stay hidden for a day after this change');
  await adding.getByRole('button', { name: 'Continue' }).click();
  const name = adding.getByRole('textbox', { name: 'Name' });
  await expect.element(name).toHaveAccessibleDescription(/Name is required/);
  await name.fill('Old phone');
  await adding.getByRole('button', { name: 'Continue' }).click();
  const code = adding.getByLabelText('Code that the app shows');
  await expect.element(code).toHaveFocus();
  const confirm = adding.getByRole('button', { name: 'Confirm' });
  await confirm.click();
  await expect.element(code).toHaveAccessibleDescription(/Code is required/);
  await code.fill('12');
  await confirm.click();
  await expect.element(code).toHaveAccessibleDescription(/Please enter a valid 6 digit/);
  expect(opened.requestsOf('confirmAuthenticator')).toEqual([]);
  await code.fill('000000');
  await expect.element(code).toHaveAccessibleDescription(/That code did not work\./);
  opened.answer({ confirmAuthenticator: app, securitySettings: { ...settings, factors: [app] } });
  await code.fill('123456');
  await sees('Old phone is ready: your authenticator app works from now on.');
  await expect.element(panel('Authenticator apps')).toMatchTextContent('Not used yet');
});

test('an authenticator app is renamed and removed', { tags: '@beyond.6' }, async () => {
  const renamed = { ...app, name: 'New phone' };
  const opened = await open({ factors: [app] }, { renameFactor: renamed, removeFactor: null });
  await press('Rename Old phone');
  const name = screen.getByRole('textbox', { name: 'Name' });
  await expect.element(name).toHaveValue('Old phone');
  await name.fill('New phone');
  opened.answer({ securitySettings: { ...settings, factors: [renamed] } });
  await press('Save');
  await sees('It is now called New phone.');
  await press('Remove New phone');
  opened.answer({ securitySettings: settings });
  await question.getByRole('button', { name: 'Remove' }).click();
  await sees('New phone was removed.');
  await expect.element(panel('Authenticator apps')).toMatchTextContent('None yet');
  expect(opened.requestsOf('removeFactor')).toEqual([expect.objectContaining({ params: { id: app.id } })]);
});

const codes = Array.from({ length: 10 }, (_, n) => `ABCD-EFGH-JKL${n}`);
const list = screen.getByRole('list', { name: 'Your backup codes' }).getByRole('listitem');

test('backup codes are shown once, after their consequence is confirmed', async () => {
  const opened = await open({}, { makeBackupCodes: { codes } });
  await press('Make backup codes');
  await expect.element(question).toMatchTextContent('Card details stay hidden for a day');
  expect(opened.requestsOf('makeBackupCodes')).toEqual([]);
  const made = { ...settings, backupCodesLeft: 10, backupCodesMadeAt: '2026-11-02T15:00:00Z' };
  opened.answer({ securitySettings: made });
  await question.getByRole('button', { name: 'Make backup codes' }).click();
  await sees(/^These codes are shown only once\./);
  expect(list.elements().map(({ textContent }) => textContent)).toEqual(codes);
  await press('I have kept them');
  await expect.element(panel('Backup codes')).toMatchTextContent('10 codes left');
  await expect.element(screen.getByText(codes[0]!)).not.toBeInTheDocument();

  await press('Make new codes');
  await expect.element(question).toMatchTextContent('The codes you have now stop working at once.');
});

test('the second factor is turned on, and off only after a question', async () => {
  const opened = await open({ mfaEnabled: false }, { setMfaEnabled: null });
  await expect.element(panel('Second factor')).toMatchTextContent('Off');
  opened.answer({ securitySettings: settings });
  await press('Turn on');
  await sees('The second factor is on.');
  await press('Turn off');
  await expect
    .element(screen.getByRole('alertdialog', { name: 'Turn the second factor off?' }))
    .toMatchTextContent('Your password alone will then open your account on any device');
  opened.answer({ securitySettings: { ...settings, mfaEnabled: false } });
  await question.getByRole('button', { name: 'Turn off' }).click();
  await sees('The second factor is off.');
  expect(opened.requestsOf('setMfaEnabled').map(({ body }) => body.enabled)).toEqual([true, false]);
});

const byMail: Answers = {
  setMfaEnabled: refuse('STEP_UP_REQUIRED'),
  stepUpMethods: { methods: [{ method: 'Email', entityMasked: 'm•••@florin.example' }] },
  sendStepUpCode: { entityMasked: 'm•••@florin.example', resendInSeconds: 30 },
};
const password = stepUpDialog.getByLabelText('Current password', { exact: true });
const confirm = stepUpDialog.getByRole('button', { name: 'Confirm', exact: true });

test('a fresh proof that is called off changes nothing', async () => {
  const opened = await open({ mfaEnabled: false }, byMail);
  await press('Turn on');
  await expect.element(password).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(stepUpDialog).not.toBeInTheDocument();
  await expect.element(panel('Second factor')).toMatchTextContent('Off');
  expect(opened.requestsOf('setMfaEnabled')).toHaveLength(1);
});

test('a fresh proof is the password and a code; a refused password is said at its field, and can be corrected', async () => {
  const opened = await open({ mfaEnabled: false }, { ...byMail, stepUp: refuse('INVALID_CREDENTIALS') });
  await press('Turn on');
  await confirm.click();
  await expect.element(password).toHaveAccessibleDescription(/Password is required/);
  await password.fill('not the password');
  await stepUpDialog.getByRole('button', { name: 'Send code' }).click();
  await stepUpDialog.getByLabelText('Secure Access Code').fill('123456');
  await confirm.click();
  await expect.element(password).toHaveAccessibleDescription(/That password is incorrect\. Please try again\./);
  await expect.element(password).toHaveFocus();
  opened.answer({ ...provable, stepUpMethods: byMail.stepUpMethods, setMfaEnabled: null, securitySettings: settings });
  await password.fill('the password');
  await confirm.click();
  await sees('The second factor is on.');
  expect(opened.requestsOf('stepUp').at(-1)).toMatchObject({
    body: { password: 'the password', method: 'Email', code: '123456' },
  });
});

test('a fresh proof asks for the app first, where there is one', async () => {
  await open(
    { mfaEnabled: false },
    {
      ...byMail,
      stepUpMethods: {
        methods: [
          { method: 'Authenticator', entityMasked: null },
          { method: 'Email', entityMasked: 'm•••@florin.example' },
        ],
      },
    },
  );
  await press('Turn on');
  await expect.element(stepUpDialog.getByLabelText('Confirm with')).toMatchTextContent('Authenticator app');
  await expect.element(stepUpDialog.getByLabelText('Code of your authenticator app')).toBeVisible();
});

test('the password is changed; one of the last three is refused at its field', { tags: '@5.34' }, async () => {
  const opened = await open({}, { checkPassword: { problems: [] }, changePassword: refuse('1') });
  await press('Change password');
  const form = dialog('Change password');
  const field = form.getByLabelText('New password', { exact: true });
  const good = 'wooden-kettle-7-of-the-north';
  await field.fill('a password of mine');
  await form.getByLabelText('Repeat password').fill('a password of mine');
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect.element(field).toHaveAccessibleDescription(/last three passwords/);
  opened.answer({ changePassword: null });
  await field.fill(good);
  await form.getByLabelText('Repeat password').fill(good);
  await form.getByRole('button', { name: 'Change password' }).click();
  await sees('Your password was changed. All other sessions were ended.');
});
