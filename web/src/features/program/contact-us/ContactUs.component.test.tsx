import { expect, test } from 'vitest';
import { errorId, faults, refuse } from '../../../testing/answers.ts';
import { screen } from '../../../testing/component.ts';
import { answersFor, cardholder } from '../../../testing/people.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const details = screen.getByRole('region', { name: 'Support by phone, email and post' });
const field = (name: string) => screen.getByLabelText(name);
const contact = {
  id: '0190a000-0000-7000-8000-0000000000c1',
  kind: 'Email',
  address: 'noah.park@northwind-trading.example',
  entityMasked: 'n•••@northwind-trading.example',
  verified: true,
  stopped: false,
  code: null,
} as const;
const answers = {
  ...answersFor(cardholder),
  contacts: { contacts: [contact] },
  sendSupportMessage: { reference: 'M-12345678' },
};

test(
  'support by phone, email and post, once it has loaded',
  {
    tags: ['@2.contact-us.1', '@2.contact-us.2', '@2.contact-us.3', '@2.contact-us.4', '@2.contact-us.5', '@3.34'],
  },
  async () => {
    const loaded = Promise.withResolvers<typeof answers.branding>();
    await renderApp('/contact-us', { ...answers, branding: () => loaded.promise as never });
    await expect.poll(() => details.element().querySelector('[aria-busy="true"]')).not.toBeNull();
    loaded.resolve(answers.branding);
    for (const [name, ...texts] of [
      ['Business administrators', '(555) 010-0110', 'business@florin.example'],
      ['Cardholders', '(555) 010-0120', 'cardholders@florin.example'],
      ['Everything else', '(555) 010-0100', 'hello@florin.example'],
      ['Post and deliveries', '1 Florin Square, Suite 200', 'New York, NY 10004'],
    ] as const)
      for (const text of texts) await expect.element(details.getByRole('region', { name })).toMatchTextContent(text);
    const link = (name: string) => screen.getByRole('link', { name });
    await expect.element(link('(555) 010-0120')).toHaveAttribute('href', 'tel:5550100120');
    await expect
      .element(link('cardholders@florin.example'))
      .toHaveAttribute('href', 'mailto:cardholders@florin.example');
    await expect.element(link('Visit customer support')).toHaveAttribute('href', 'https://support.example');
  },
);

test(
  'a message says what it lacks, stays when it does not arrive, and is sent',
  { tags: '@2.contact-us.7' },
  async () => {
    const app = await renderApp('/contact-us', { ...answers, sendSupportMessage: faults['breaks off'] });
    await expect.element(field('Your email address')).toHaveValue(contact.address);
    const send = screen.getByRole('button', { name: 'Send message' });
    await send.click();
    await expect.element(field('Subject')).toHaveFocus();
    await expect.element(field('Subject')).toHaveAccessibleDescription('Subject is required');
    expect(app.requestsOf('sendSupportMessage')).toEqual([]);
    await field('Subject').fill('A fee I do not know');
    await field('Message').fill('There is a fee of $2.00 on my card.');
    await field('Your email address').fill('noah@home.example');
    await send.click();
    await expect.element(screen.getByRole('alert')).toMatchTextContent(/could not reach the server/);
    app.answer(answers);
    await send.click();
    await expect.element(screen.getByRole('heading', { name: 'Your message was sent' })).toHaveFocus();
    await expect.element(screen.getByRole('main')).toMatchTextContent('M-12345678');
    expect(app.requestsOf('sendSupportMessage').at(-1)?.body).toEqual({
      email: 'noah@home.example',
      subject: 'A fee I do not know',
      message: 'There is a fee of $2.00 on my card.',
    });
  },
);

test('a report of a broken link names the path alone, and can be sent again', { tags: '@2.404.4' }, async () => {
  const app = await renderApp('/old/page?token=s3cret', { reportBrokenLink: faults.fails });
  const report = screen.getByRole('button', { name: 'Report a broken link' });
  await report.click();
  await expect.element(screen.getByRole('alert')).toMatchTextContent(`Error ID ${errorId}`);
  app.answer({ reportBrokenLink: { reference: 'B-12345678' } });
  await report.click();
  await expect.element(screen.getByRole('status').getByText(/^Thank you\. Your report B-12345678/)).toBeVisible();
  expect(app.requestsOf('reportBrokenLink').at(-1)?.body).toEqual({ path: '/old/page' });
});

test('a report of a broken link asks for the captcha when the server does', async () => {
  await renderApp('/old/page', { reportBrokenLink: refuse('RECAPTCHA_LOCK', { Difficulty: 1 }) });
  await screen.getByRole('button', { name: 'Report a broken link' }).click();
  await expect.element(screen.getByRole('checkbox', { name: /not a robot/i })).toHaveFocus();
  await expect.element(screen.getByText(/not a robot, then report the link/)).toBeVisible();
});
