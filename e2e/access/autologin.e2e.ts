import { request as calls } from '@playwright/test';
import { expect, signInByCalls, test } from '../fixtures.ts';

test(
  'a ticket of a client signs a browser in, leaves no trace in its address or history, and works once',
  {
    tag: ['@2.routes.9', '@2.routes.10'],
  },
  async ({ page, inbox, browser, server }) => {
    const extraHTTPHeaders = { 'x-session-delivery': 'token' };
    const request = await calls.newContext({ baseURL: server.origin, extraHTTPHeaders });
    const { access_token: token } = await signInByCalls({ request }, inbox, 'admin');
    const headers = { authorization: `Bearer ${token}` };
    const answer = await request.post('/api/autologin-tickets', { headers, data: {} });
    expect(answer.status()).toBe(201);
    const { ticket, path }: { ticket: string; path: string } = await answer.json();
    expect(path).toBe(`/autologin/${ticket}`);

    const addresses: string[] = [];
    page.on('framenavigated', (frame) => addresses.push(frame.url()));
    await page.goto(`${path}?url=/team-members`);
    await expect(page).toHaveURL(/\/team-members$/);
    await expect(page.getByRole('button', { name: 'Profile menu of Maya Chen' })).toBeVisible();
    // The first is the address that was asked for; none after it carries the ticket.
    expect(addresses.slice(1).filter((address) => address.includes(ticket))).toEqual([]);
    await page.goBack();
    await expect(page).not.toHaveURL(/\/autologin\//);

    const other = await browser.newPage({ baseURL: server.origin });
    await other.goto(path);
    await expect(other.getByText('That login link has expired. Please log in.')).toBeVisible();
    await other.close();
  },
);
