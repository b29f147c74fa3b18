import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { demoPassword } from '../../../demo/people.ts';
import { siteFor } from '../../../identity/sessions/site-of-visitor.ts';
import { TestBrowser } from '../../../testing/browser.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const ask = (path: string, host = 'localhost:4000') => new TestBrowser(server).ask('GET', path, { headers: { host } });

test('the configuration is that of the host, or of the slug', { tags: '@7.27' }, async () => {
  expect(await ask('/assets/config.json')).toMatchObject({
    status: 200,
    body: { program: { name: 'Florin', slug: null } },
  });
  expect(await ask('/assets/config.json', 'harbor.localhost:4000')).toMatchObject({
    body: { program: { slug: 'harbor' } },
  });
  expect(await ask('/assets/config.json?customSlug=northwind')).toMatchObject({
    body: { program: { slug: 'northwind' } },
  });
});

test('the copy in a page is, as text, what a call answers', async () => {
  const site = await siteFor(server.context, { hostname: 'localhost', sessionToken: null, programSlug: null });
  const { body } = await ask('/assets/config.json');
  expect(JSON.stringify(site)).toBe(JSON.stringify(body));
});

test('a signed-in person has their own program, whichever host they are at', { tags: '@3.35' }, async () => {
  for (const [username, slug] of [
    ['fjord', 'northwind'],
    ['onefactor', null],
  ] as const) {
    const here = new TestBrowser(server);
    await here.enter(username, demoPassword);
    for (const host of ['localhost:4000', 'northwind.localhost:4000'])
      expect(await here.ask('GET', '/assets/config.json', { headers: { host } })).toMatchObject({
        body: { program: { slug } },
      });
  }
});

test('support data is that of the program', { tags: ['@2.contact-us.6', '@3.34', '@3.35', '@7.37'] }, async () => {
  expect(await ask('/api/branding?customSlug=harbor')).toMatchObject({
    status: 200,
    body: { companyLong: 'Harbor Credit Union', emailGeneral: 'hello@harbor.example' },
  });
});

test('a logo has the policy of an asset, not of a page', async () => {
  const { body } = await ask('/assets/config.json?customSlug=northwind');
  const { logoUrl } = body['program'] as { logoUrl: string };
  const answer = await server.app.inject({ url: logoUrl, headers: { host: 'localhost:4000' } });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers).toMatchObject({
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    'x-content-type-options': 'nosniff',
  });
});
