import { unknownCustomerId } from '@florin/contract/program/site';
import Fastify from 'fastify';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../../config.ts';
import { seedDemoData } from '../../../demo/seed.ts';
import { testKeyring } from '../../../testing/database/template.ts';
import { newId } from '../../../db/ids.ts';
import { openTestDatabase } from '../../../testing/database/open.ts';
import type { Context } from '../../../context.ts';
import { altchaCaptcha } from '../../../ports/captcha/altcha.ts';
import { offsetClock } from '../../../ports/clock/offset.ts';
import { embeddedGeoIp } from '../../../ports/geo-ip/embedded.ts';
import { environmentKeys } from '../../../ports/keys/environment.ts';
import { embeddedLeakedPasswords } from '../../../ports/leaked-passwords/embedded.ts';
import { embeddedCardProcessor } from '../../../ports/card-processor/embedded.ts';
import { loadTexts } from '../../../ports/legal-texts/texts.ts';
import { cheapPasswords } from '../../../testing/ports/cheap-passwords.ts';
import { registerProgramAssets } from './assets.ts';
import { ensureDefaultProgram } from '../../../core/program/default-program.ts';
import { programFor } from '../../../core/program/queries.ts';
import { siteFor } from '../../../identity/sessions/site-of-visitor.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
const clock = offsetClock({ now: () => new Date('2026-11-21T07:00:00Z') });
const keys = environmentKeys(testKeyring);
const context = (): Context => ({
  db: database.db,
  clock,
  movableClock: null,
  keys,
  config: readConfig({}),
  captcha: altchaCaptcha({ keys, pool: database.pool, clock }),
  passwords: cheapPasswords(),
  leakedPasswords: embeddedLeakedPasswords(),
  geoIp: embeddedGeoIp,
  cardProcessor: embeddedCardProcessor(keys),
  cardProcessors: { embedded: embeddedCardProcessor(keys) },
  openBanking: null,
  texts: loadTexts(null),
  log: pino({ level: 'silent' }),
});
/** A visitor who is not signed in. */
const visitor = (hostname: string) => ({ hostname, sessionToken: null, programSlug: null });
beforeAll(async () => {
  database = await openTestDatabase();
  await seedDemoData({ db: database.db, keys, clock, passwords: cheapPasswords() });
});
afterAll(() => database[Symbol.asyncDispose]());

const outOfService = async () => (await siteFor(context(), visitor('localhost'))).outOfService;
const logoUrl = async () => (await siteFor(context(), visitor('northwind.localhost'))).program.logoUrl!;

describe('the program of a visitor', () => {
  test.each([
    ['localhost', undefined, 'Florin'],
    ['northwind.localhost', undefined, 'Northwind'],
    ['localhost', 'northwind', 'Northwind'],
    ['harbor.localhost', undefined, 'Harbor'],
    ['northwind.localhost', 'harbor', 'Harbor'],
  ])('at %s with slug %s is %s', { tags: ['@2.routes.5', '@2.routes.6'] }, async (hostname, slug, name) => {
    expect(await programFor(context(), hostname, slug)).toMatchObject({ name });
  });

  test('has its own branding, texts and support', { tags: '@2.routes.7' }, async () => {
    const customised = await Promise.all(
      ['northwind.localhost', 'harbor.localhost'].map(
        async (host) => (await siteFor(context(), visitor(host))).program,
      ),
    );
    for (const program of customised)
      expect(program).toMatchObject({
        splashVariant: 'custom-image',
        logoUrl: expect.stringMatching(/^\/branding\/[0-9a-f-]{36}\/logo\?v=[0-9a-f]{16}$/),
        splashImageUrl: expect.stringMatching(/^\/branding\/[0-9a-f-]{36}\/splash\?v=[0-9a-f]{16}$/),
      });
    const versions = customised.flatMap(({ logoUrl: logo, splashImageUrl }) => [logo, splashImageUrl]);
    expect(new Set(versions.map((url) => url!.split('?v=')[1])).size).toBe(4);
    const { branding } = await programFor(context(), 'northwind.localhost');
    expect(branding.emailAdminSupport).toBe('treasury@northwind.example');
  });

  test('exists in an empty database, too, once, however many servers start on it', async () => {
    await using fresh = await openTestDatabase();
    const ids = await Promise.all(Array.from({ length: 4 }, () => ensureDefaultProgram(fresh.db)));
    expect(new Set(ids).size).toBe(1);
    expect(await programFor({ db: fresh.db }, 'localhost')).toMatchObject({ id: ids[0], name: 'Florin' });
  });
});

test.each([
  ['2021-10-08T12:00:00Z', [{ title: 'Something new for your card program' }]],
  // Five minutes before midnight in New York, and five after.
  ['2021-10-09T03:55:00Z', [{ title: 'Something new for your card program' }]],
  ['2021-10-09T04:05:00Z', []],
  [null, []],
])('the announcement at %s (reading 19): %j', { tags: ['@4.56', '@9.36'] }, async (now, expected) => {
  const then = { ...context(), ...(now && { clock: { now: () => new Date(now) } }) };
  expect((await siteFor(then, visitor('localhost'))).announcements).toMatchObject(expected);
});

test('an address that names no customer says whose login page it is', async () => {
  const { announcements, program } = await siteFor(context(), { ...visitor('localhost'), customSlug: 'nobody-knows' });
  expect(announcements).toEqual([
    { id: unknownCustomerId, title: 'No customer has this address', text: expect.stringContaining(program.name) },
  ]);
  expect((await siteFor(context(), { ...visitor('localhost'), customSlug: 'northwind' })).announcements).toEqual([]);
});

test('an operator takes the site out of service while the server runs', async () => {
  expect(await outOfService()).toBe(false);
  await database.db.updateTable('site_status').set({ out_of_service: true }).execute();
  await expect.poll(outOfService, { interval: 100 }).toBe(true);
});

describe('an asset', () => {
  const app = Fastify();
  beforeAll(() => registerProgramAssets(app, { db: database.db }));
  afterAll(() => app.close());

  test('is served as an image that can only be painted, to be cached for ever', async () => {
    const answer = await app.inject(await logoUrl());
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    });
    expect(answer.body).toContain('<svg');
  });

  test('is revalidated if its address is not that of its current version', async () => {
    const [path] = (await logoUrl()).split('?');
    for (const url of [path!, `${path}?v=0123456789abcdef`]) {
      const answer = await app.inject(url);
      expect(answer.headers['cache-control']).toBe('public, no-cache');
      const again = await app.inject({ url, headers: { 'if-none-match': String(answer.headers['etag']) } });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    }
  });

  test.each([
    ['an unknown program', `/branding/${newId()}/logo`],
    ['an invalid id', '/branding/northwind/logo'],
    ['an unknown kind', `/branding/${newId()}/secrets`],
  ])('of %s is not found', async (_what, url) => {
    const answer = await app.inject(url);
    expect([answer.statusCode, answer.json().Code]).toEqual([404, 'NOT_FOUND']);
  });

  test('that a program does not have is not found', async () => {
    const { id } = await programFor(context(), 'localhost');
    expect((await app.inject(`/branding/${id}/favicon`)).statusCode).toBe(404);
  });
});
