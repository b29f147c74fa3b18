import { Secret, TOTP } from 'otpauth';
import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import type { Server } from '../server.ts';

/** An authenticator app as people have it on their phone: it knows the secret and the time, nothing else. */
export interface AuthenticatorApp {
  code(): string;
  /** Waits until the next code is shown. */
  nextCode(): Promise<string>;
  /** Moves the clocks of phone and server forward together. */
  wait(seconds: number): Promise<void>;
}

/** Types the secret that the screen shows into an app. */
export function authenticatorApp(secret: string, server: Server): AuthenticatorApp {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  let ahead = 0;
  const code = () => totp.generate({ timestamp: Date.now() + ahead * 1000 });
  const wait = async (seconds: number) => {
    await server.advance(seconds);
    ahead += seconds;
  };
  return {
    code,
    wait,
    async nextCode() {
      await wait(30);
      return code();
    },
  };
}

/** Adds an authenticator app on the security page, which is open. */
export async function addAuthenticator(page: Page, server: Server, name: string): Promise<AuthenticatorApp> {
  await page.getByRole('button', { name: 'Add authenticator app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add an authenticator app' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const app = authenticatorApp(await dialog.locator('code').innerText(), server);
  await dialog.getByLabel('Code that the app shows').fill(app.code());
  await expect(page.getByText(`${name} is ready: your authenticator app works from now on.`)).toBeVisible();
  return app;
}
