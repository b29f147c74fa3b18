import { catalogue } from '../web/src/testing/catalogue.ts';
import { waitingCards } from '../server/src/demo/waiting-cards.ts';
import { enter, expect, test } from './fixtures.ts';
import { cardField, codeField, enterCard, goOn, heading, waitingCard } from './registration.ts';
import { reply } from './replies.ts';

const card = waitingCard('Rosa Delgado');

test.describe('a verification code', () => {
  test('that does not come', async ({ page, inbox, server }) => {
    await page.clock.install();
    await page.goto('/registration');
    const halfAMinute = async () => {
      await server.advance(31);
      await page.clock.fastForward(31_000);
    };
    await test.step('the verification code can be sent again, within limits', async () => {
      await enterCard(page, card);
      await inbox.code(card.email);
      await expect(page.getByRole('button', { name: /^Resend in/ })).toBeVisible();
      for (let send = 2; send <= 3; send++) {
        await halfAMinute();
        await page.getByRole('button', { name: 'Resend code' }).click();
        await expect(page.getByText('We have sent your verification code again.')).toBeVisible();
        await inbox.code(card.email);
      }
      await halfAMinute();
      // The page counts down until the quota has room again; its clock is ahead of the server's.
      await page.clock.fastForward('10:00');
      await page.getByRole('button', { name: 'Resend code' }).click();
      await expect(page.getByRole('alert')).toHaveText(catalogue['@8.6']);
    });
    await page.getByRole('button', { name: 'Go back' }).click();
    await test.step('some organizations use the four-digit birth year as the code @2.registration.24', async () => {
      const byYear = waitingCard('Otis Grant');
      await enterCard(page, byYear);
      await codeField(page).fill('1900');
      await goOn(page);
      await expect(codeField(page)).toHaveAccessibleDescription(/^Verification code is incorrect!/);
      await codeField(page).fill('1988');
      await goOn(page);
      await expect(heading(page)).toHaveText('Your details');
    });
    await page.getByRole('button', { name: 'Use another card' }).click();
    await test.step('a phone that has said STOP gets no code: the number to send START to, and then the code comes @8.7', async () => {
      const phone = '+12125550161';
      await cardField(page).fill(waitingCards.find(({ mobilePhone }) => mobilePhone === phone)!.number);
      await goOn(page);
      await expect(heading(page)).toHaveText('Verify identity');
      await inbox.code(phone);
      await reply(page, phone, 'STOP');
      const resend = async () => {
        await halfAMinute();
        await page.getByRole('button', { name: 'Resend code' }).click();
      };
      await resend();
      await expect(page.getByRole('alert')).toHaveText(
        'You asked us to stop sending texts. To receive them again, reply START to +1 555 010 0199.',
      );
      await reply(page, phone, 'START');
      await resend();
      await expect(page.getByText('We have sent your verification code again.')).toBeVisible();
      await codeField(page).fill(await inbox.code(phone));
      await goOn(page);
      await expect(heading(page)).toHaveText('Your details');
    });
  });

  test(
    'after five wrong ones a captcha, after ten a lock that an administrator lifts',
    { tag: ['@4.11', '@7.5', '@beyond.43'] },
    async ({ page, inbox, browser, baseURL }) => {
      await page.goto('/registration');
      await enterCard(page, card);
      const right = Number(await inbox.code(card.email));
      const wrong = (n: number) => String((right + n) % 1_000_000).padStart(6, '0');
      const captcha = page.getByRole('checkbox', { name: /not a robot/i });
      for (let n = 1; n <= 5; n++) {
        await codeField(page).fill(wrong(n));
        await goOn(page);
        await expect(codeField(page)).toHaveAccessibleDescription(/^Verification code is incorrect!/);
      }
      for (let n = 6; n <= 10; n++) {
        await codeField(page).fill(wrong(n));
        if (n === 6) {
          await goOn(page);
          await expect(page.getByRole('alert')).toHaveText('Please confirm that you are not a robot, then continue.');
        }
        await captcha.click();
        await expect(captcha).toBeChecked();
        await goOn(page);
        await expect(captcha).not.toBeChecked();
      }
      await codeField(page).fill(String(right).padStart(6, '0'));
      await captcha.click();
      await expect(captcha).toBeChecked();
      await goOn(page);
      await expect(page.getByRole('alert')).toHaveText(
        /^Too many wrong codes for this card\. Get a link instead, or ask your business administrator to unlock it\./,
      );

      const administrator = await (await browser.newContext({ baseURL: baseURL! })).newPage();
      await enter(administrator, inbox, 'admin', '/team-members');
      await administrator.getByRole('button', { name: 'Unlock the registration of ROSA DELGADO' }).click();
      await expect(administrator.getByText('ROSA DELGADO can register again.')).toBeVisible();
      await expect(administrator.getByRole('heading', { name: 'Locked registrations' })).toHaveCount(0);
      await administrator.context().close();
      await page.reload();
      await cardField(page).fill(card.number);
      await codeField(page).fill(String(right).padStart(6, '0'));
      await goOn(page);
      await expect(heading(page)).toHaveText('Your details');
    },
  );
});
