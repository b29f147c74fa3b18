import { canaries } from './canary/canaries.ts';
import { leaksInBrowser, leaksInDatabase, leaksInHar } from './canary/places.ts';
import { expect, test } from './fixtures.ts';

const canary = canaries[0]!;
const inGroups = canary.replaceAll(/(\d{4})(?=\d)/g, '$1 ');

test('a leak that is planted is found: in the database, as text and as bytes, in the browser, and on the wire', async ({
  browser,
  server,
}, testInfo) => {
  expect(await leaksInDatabase(server)).toEqual([]);
  const program = `(select id from program where is_default)`;
  await server.sql(
    `insert into outbox_message (id, at, channel, recipient, text) values (gen_random_uuid(), now(), 'sms', 'x', $1)`,
    [`Your card ${inGroups} is ready`],
  );
  await server.sql(
    `insert into program_asset (program_id, kind, media_type, content) values (${program}, 'favicon', 'x', $1)`,
    [Buffer.from(canary)],
  );
  expect((await leaksInDatabase(server)).map((leak) => leak.split(':')[0])).toEqual(
    expect.arrayContaining(['database, public.outbox_message', 'database, public.program_asset']),
  );
  await server.sql(`delete from outbox_message where recipient = 'x'`);
  await server.sql(`delete from program_asset where media_type = 'x'`);

  const file = testInfo.outputPath('planted.har');
  const context = await browser.newContext({ baseURL: server.origin, recordHar: { path: file } });
  const page = await context.newPage();
  await page.goto('/login');
  expect(await leaksInBrowser(page)).toEqual([]);
  await page.evaluate(async (digits) => {
    localStorage.setItem('planted', digits);
    sessionStorage.setItem('planted', btoa(digits));
    document.cookie = `planted=${digits}`;
    window.history.replaceState({ digits }, '');
    await (await caches.open('planted')).put('/planted', new Response(digits));
    await new Promise((resolve) => {
      const opening = indexedDB.open('planted');
      opening.onupgradeneeded = () => opening.result.createObjectStore('cards', { autoIncrement: true }).add(digits);
      opening.onsuccess = () => resolve(opening.result.close());
    });
    await fetch(`/healthz?card=${digits}`);
  }, canary);
  expect(new Set((await leaksInBrowser(page)).map((leak) => leak.split(':')[0]))).toEqual(
    new Set(['IndexedDB', 'cache storage', 'cookies', 'history', 'local storage', 'session storage']),
  );
  await context.close();
  expect(await leaksInHar(file)).toContain(`HAR, GET /healthz: the card ending in ${canary.slice(-4)}, plain`);
});
