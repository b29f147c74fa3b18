import type { Page } from '@playwright/test';

/** A device that keeps passkeys and knows its owner, as Chromium's virtual authenticator (WebAuthn Level 3, section 11). */
export interface PasskeyDevice {
  /** From now on the owner is not recognised. */
  refuse(): Promise<void>;
}

/** Gives the page such a device. It goes with the page. */
export async function addPasskeyDevice(page: Page): Promise<PasskeyDevice> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async refuse() {
      await client.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    },
  };
}
