import { request as calls } from '@playwright/test';
import { enter, expect, signInByCalls, test, type Inbox } from './fixtures.ts';
import { becomeNobody } from './nobody.ts';
import type { Server } from './server.ts';

/** Signs somebody in as a client of the API. @returns what makes a ticket and gives the path that spends it */
async function clientOf({ origin }: Server, inbox: Inbox, username: string): Promise<() => Promise<string>> {
  const request = await calls.newContext({ baseURL: origin, extraHTTPHeaders: { 'x-session-delivery': 'token' } });
  const { access_token: token } = await signInByCalls({ request }, inbox, username);
  return async () => {
    const answer = await request.post('/api/autologin-tickets', {
      headers: { authorization: `Bearer ${token}` },
      data: {},
    });
    expect(answer.status()).toBe(201);
    const { ticket, path }: { ticket: string; path: string } = await answer.json();
    expect(path).toBe(`/autologin/${ticket}`);
    return path;
  };
}

test('a ticket: once, for a minute, and nothing else', async ({ page, inbox, browser, server }) => {
  const ticket = await clientOf(server, inbox, 'admin');
  await test.step('a ticket signs a browser in, leaves no trace in its address or history, and works once @2.routes.9 @2.routes.11', async () => {
    const path = await ticket();
    const other = await browser.newPage({ baseURL: server.origin });
    const addresses: string[] = [];
    other.on('framenavigated', (frame) => addresses.push(frame.url()));
    await other.goto(path);
    await expect(other).toHaveURL(/\/dashboard$/);
    await expect(other.getByRole('button', { name: 'Profile menu of Maya Chen' })).toBeVisible();
    // The first is the address that was asked for; none after it carries the ticket.
    expect(addresses.slice(1).filter((address) => address.includes(path.slice('/autologin/'.length)))).toEqual([]);
    await other.goBack();
    await expect(other).not.toHaveURL(/\/autologin\//);
    await other.close();

    const third = await browser.newPage({ baseURL: server.origin });
    await third.goto(path);
    await expect(third.getByText('That login link has expired. Please log in.')).toBeVisible();
    await third.getByRole('link', { name: 'Log in' }).click();
    await expect(third.getByLabel('Username')).toBeVisible();
    await third.close();
  });
  await test.step('a ticket lives for a minute', async () => {
    const path = await ticket();
    await server.advance(61);
    const other = await browser.newPage({ baseURL: server.origin });
    await other.goto(path);
    await expect(other.getByText('That login link has expired. Please log in.')).toBeVisible();
    await other.close();
  });
  await test.step('what is no ticket, and nothing at all, is worthless', async () => {
    await page.context().clearCookies();
    for (const path of ['/autologin/ses_notaticket', '/autologin', '/autologin/%20']) {
      await page.goto(path);
      await expect(page.getByText('That login link has expired. Please log in.')).toBeVisible();
    }
  });
});

test('a ticket leads to its page, and asks whoever is logged in as somebody else', async ({
  inbox,
  browser,
  server,
}) => {
  const ticket = await clientOf(server, inbox, 'admin');
  await test.step('url leads to a page of this site, and to no other @2.routes.10', async () => {
    const other = await browser.newPage({ baseURL: server.origin });
    for (const [url, lands] of [
      ['/team-members', /\/team-members$/],
      ['/transactions?page=2', /\/transactions$/],
      ['https://evil.example/', /\/dashboard$/],
      ['//evil.example', /\/dashboard$/],
      ['/\\evil.example', /\/dashboard$/],
      ['javascript:alert(1)', /\/dashboard$/],
      ['/login', /\/dashboard$/],
    ] as const)
      await test.step(url, async () => {
        const path = await ticket();
        await becomeNobody(other);
        await other.goto(`${path}?url=${encodeURIComponent(url)}`);
        await expect(other).toHaveURL(lands);
        await expect(other.getByRole('button', { name: 'Profile menu of Maya Chen' })).toBeVisible();
      });
    await other.close();
  });
  await test.step('where another session exists, the person is asked first', async () => {
    const path = await ticket();
    const other = await browser.newPage({ baseURL: server.origin });
    await enter(other, inbox, 'onefactor');
    await other.goto(`${path}?url=/team-members`);
    await expect(other.getByText(/You are logged in as Noah Park\./)).toBeVisible();
    await expect(other).toHaveURL(/\/autologin\?url=/);
    await other.getByRole('link', { name: 'Stay logged in as Noah Park' }).click();
    await expect(other.getByRole('button', { name: 'Profile menu of Noah Park' })).toBeVisible();
    // The ticket is still good: nothing was redeemed.
    await other.goto(`${path}?url=/team-members`);
    await other.getByRole('button', { name: 'Continue with the link' }).click();
    await expect(other).toHaveURL(/\/team-members$/);
    await expect(other.getByRole('button', { name: 'Profile menu of Maya Chen' })).toBeVisible();
    await other.close();
  });
});
