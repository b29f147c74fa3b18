import { startSmtpServer } from '../server/src/testing/ports/smtp-server.ts';
import { accountSid, authToken, startTwilio, twilioError } from '../server/src/testing/ports/twilio.ts';
import { demoPassword } from '../server/src/demo/people.ts';
import { expect, signIn, test as base } from './fixtures.ts';
import { becomeNobody } from './nobody.ts';

type Smtp = Awaited<ReturnType<typeof startSmtpServer>>;
type Twilio = Awaited<ReturnType<typeof startTwilio>>;

/** The product with a mail server and a text provider of its own, instead of the outbox. */
const test = base.extend<{ smtp: Smtp; twilio: Twilio }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures it needs from the pattern
  smtp: async ({}, use) => {
    const smtp = await startSmtpServer();
    await use(smtp);
    await smtp.close();
  },
  // oxlint-disable-next-line no-empty-pattern
  twilio: async ({}, use) => {
    const twilio = await startTwilio();
    await use(twilio);
    await twilio.close();
  },
  environment: async ({ smtp, twilio }, use) =>
    use({
      MAIL_TRANSPORT: 'smtp',
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      SMS_TRANSPORT: 'twilio',
      TWILIO_URL: twilio.url,
      TWILIO_ACCOUNT_SID: accountSid,
      TWILIO_AUTH_TOKEN: authToken,
      TWILIO_FROM: '+12125550100',
    }),
});

const delayed = 'We could not send your code just now.';
const digitsIn = (text: string) => /\b\d{6}\b/.exec(text)![0];
const field = 'Secure Access Code';

test('mail server and text provider fail, one after the other', async ({ page, server, smtp, twilio }) => {
  await test.step('without the embedded mode there is no outbox', async () => {
    const response = await fetch(`${server.origin}/outbox/messages`);
    expect(response.status).toBe(404);
    await page.goto('/login');
    await expect(page.getByRole('link', { name: 'Outbox' })).toHaveCount(0);
  });
  await test.step('the text provider is down: the person is told, and the text goes out once, when it is back', async () => {
    twilio.answerWith(twilioError(503, 20503));
    await signIn(page, 'several', demoPassword);
    await page.getByRole('radio').nth(1).check();
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect(page.getByRole('alert')).toContainText(delayed);
    twilio.answerWith(null);
    await expect.poll(() => twilio.sent.length).toBe(1);
    await page.getByLabel(field).fill(digitsIn(twilio.sent[0]!.text));
    await expect(page).toHaveURL(/\/dashboard$/);
    expect(twilio.sent).toHaveLength(1);
  });
  await test.step('the mail server is down: the person is told, and the mail goes out once, when it is back', async () => {
    smtp.refuse({ at: 'connect', code: 421 });
    await becomeNobody(page);
    await page.goto('/login');
    await signIn(page, 'email.only', demoPassword);
    await expect(page.getByRole('alert')).toContainText(delayed);
    smtp.refuse(null);
    await expect.poll(() => smtp.accepted.length).toBe(1);
    expect(smtp.accepted[0]!.to).toEqual(['ines.duarte@cascade.example']);
    await page.getByLabel(field).fill(digitsIn(smtp.accepted[0]!.raw));
    await expect(page).toHaveURL(/\/dashboard$/);
    expect(smtp.accepted).toHaveLength(1);
  });
});
