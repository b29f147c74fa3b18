import { expect, test } from 'vitest';
import { screen } from '../../../testing/component.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const field = (name: string) => screen.getByLabelText(name, { exact: true });
const captcha = screen.getByRole('checkbox');

test(
  'a forgotten username needs an address in its format, at most 80 characters long, and the captcha',
  { tags: ['@2.forgot-username.1', '@5.38', '@5.39', '@5.24', '@5.36', '@9.4'] },
  async () => {
    const app = await renderApp('/forgot-username', {});
    await screen.getByRole('button', { name: 'Send my username' }).click();
    await expect.element(field('Email')).toHaveFocus();
    await expect.element(field('Email')).toHaveAccessibleDescription(/Email is required\./);
    await expect.element(captcha).toHaveAccessibleDescription(/Please confirm that you are not a robot\./);
    await field('Email').fill('maya.chen');
    await expect.element(field('Email')).toHaveAccessibleDescription(/Email needs to be in name@example\.com format/);
    await field('Email').fill(`${'m'.repeat(80)}@northwind.example`);
    await expect.element(field('Email')).toHaveAccessibleDescription(/Please enter at most 80 characters\./);
    expect(app.requestsOf('forgotUsername')).toEqual([]);
  },
);

test(
  'a forgotten password needs a username that is no card number, and the captcha',
  { tags: ['@2.forgot-password.1', '@5.35', '@5.36', '@5.37'] },
  async () => {
    const app = await renderApp('/forgot-password', {});
    await screen.getByRole('button', { name: 'Send the link' }).click();
    await expect.element(field('Username')).toHaveFocus();
    await expect.element(field('Username')).toHaveAccessibleDescription(/Username is required\./);
    await expect.element(captcha).toHaveAccessibleDescription(/Please confirm that you are not a robot\./);
    for (const typed of ['4111 1111 1111 1111', '378282246310005', '1234-5678-9012-3456']) {
      await field('Username').fill(typed);
      await expect
        .element(field('Username'))
        .toHaveAccessibleDescription(/That looks like a card number\. Please enter your username\./);
    }
    await field('Username').fill('378282246310006');
    await expect.element(field('Username')).not.toHaveAccessibleDescription(/card number\. Please/);
    expect(app.requestsOf('forgotPassword')).toEqual([]);
  },
);
