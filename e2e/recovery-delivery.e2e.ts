import { accountSid, authToken, startTwilio, twilioError } from '../server/src/testing/ports/twilio.ts';
import { expect, test as base } from './fixtures.ts';
import { alert, codeField, openLink } from './recovery.ts';

type Twilio = Awaited<ReturnType<typeof startTwilio>>;

/** The product with a text provider of its own; mail stays in the outbox. */
const test = base.extend<{ twilio: Twilio }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it needs from the pattern
  twilio: async ({}, use) => {
    const twilio = await startTwilio();
    await use(twilio);
    await twilio.close();
  },
  environment: async ({ twilio }, use) =>
    use({
      SMS_TRANSPORT: 'twilio',
      TWILIO_URL: twilio.url,
      TWILIO_ACCOUNT_SID: accountSid,
      TWILIO_AUTH_TOKEN: authToken,
      TWILIO_FROM: '+12125550100',
    }),
});

test(
  'the text provider is down: the reset names the masked target, and the same way works once it is back',
  { tag: '@8.22' },
  async ({ page, inbox, server, twilio }) => {
    await openLink(page, inbox, 'several', 'kofi.mensah');
    twilio.answerWith(twilioError(503, 20503));
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect(page.getByRole('heading', { name: 'The code was not sent' })).toBeVisible();
    await expect(alert(page)).toHaveText(
      /^There was a problem sending the verification code to •.*42\. Please choose a different method\./,
    );
    twilio.answerWith(null);
    await server.advance(31);
    await page.getByRole('radio', { name: /Text message/ }).check();
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect(codeField(page)).toBeVisible();
  },
);
