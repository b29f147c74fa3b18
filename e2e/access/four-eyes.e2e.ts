import { enter, expect, test } from '../fixtures.ts';

test('an administrator asks to close the account of another, and a second administrator does it', async ({
  page,
  inbox,
  browser,
  server,
}) => {
  await enter(page, inbox, 'icon', '/team-members');
  await page
    .getByRole('row', { name: /Farah Nasser/ })
    .getByRole('button')
    .first()
    .click();
  const sheet = page.getByRole('dialog', { name: 'Team member' });
  await sheet.getByRole('button', { name: 'Close this account' }).click();
  await page.getByRole('button', { name: 'Ask to close the account' }).click();
  await expect(page.getByText('The other administrators have been asked.')).toBeVisible();

  const second = await browser.newPage({ baseURL: server.origin });
  await enter(second, inbox, 'second.owner', '/team-members/changes');
  await second.getByRole('button', { name: 'Approve: Close the account of Farah Nasser' }).click();
  await second.getByRole('button', { name: 'Approve', exact: true }).click();
  await expect(second.getByText('The change has been approved.')).toBeVisible();

  await page.goto('/team-members?state=CLOSED');
  await expect(page.getByRole('row', { name: /Farah Nasser.*Closed/ })).toBeVisible();
});
