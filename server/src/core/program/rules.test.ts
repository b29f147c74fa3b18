import { expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { defaultBranding, defaultTheme } from '../../default-branding.ts';
import {
  announcementsAt,
  assetUrl,
  chooseProgram,
  isUnknownCustomer,
  siteOf,
  type Announcement,
  type Program,
} from './rules.ts';

const program = (id: string, changes: Partial<Program> = {}): Program => ({
  id,
  slug: id,
  name: id,
  is_default: false,
  theme: defaultTheme,
  splash_variant: 'regular',
  support_url: 'https://support.example',
  branding: defaultBranding,
  hostnames: [],
  assets: {},
  ...changes,
});
const programs = [
  program('florin', { slug: null, is_default: true }),
  program('northwind', { hostnames: ['northwind.localhost', 'cards.northwind.example'] }),
  program('harbor', { hostnames: ['harbor.localhost'] }),
];

test.each([
  ['localhost', undefined, 'florin'],
  ['northwind.localhost', undefined, 'northwind'],
  ['cards.northwind.example', undefined, 'northwind'],
  ['localhost', 'harbor', 'harbor'],
  ['northwind.localhost', 'harbor', 'harbor'],
  ['northwind.localhost', 'nobody', 'northwind'],
  ['localhost', 'nobody', 'florin'],
  ['localhost', '', 'florin'],
])('host %s and slug %s -> %s', (hostname, customSlug, expected) => {
  expect(chooseProgram(programs, { hostname, customSlug }).id).toBe(expected);
});

test.each([
  ['the address, then the browser', { customSlug: 'harbor', rememberedSlug: 'northwind' }, 'harbor'],
  ['the browser where the address says nothing', { rememberedSlug: 'harbor' }, 'harbor'],
  ['an unknown slug in the address: no customer', { customSlug: 'nobody', rememberedSlug: 'harbor' }, 'florin'],
  ['the person before anything else', { customSlug: 'harbor', personProgramId: 'florin' }, 'florin'],
  ['nobody signed in', { customSlug: 'harbor', personProgramId: null }, 'harbor'],
])('evidence for a program: %s', (_what, signs, expected) => {
  const named = programs.map((one) => ({ ...one, slug: one.id === 'florin' ? null : one.id }));
  expect(chooseProgram(named, { hostname: 'localhost', ...signs }).id).toBe(expected);
});

test.each([
  ['nobody', true],
  ['harbor', false],
  ['florin', false],
  ['', false],
  [undefined, false],
])('the slug %s names no customer: %s', (customSlug, expected) => {
  expect(isUnknownCustomer(programs, customSlug)).toBe(expected);
});

test("a customer's host name wins over the browser's memory", () => {
  const signs = { hostname: 'northwind.localhost', rememberedSlug: 'harbor' };
  expect(chooseProgram(programs, signs).id).toBe('northwind');
});

test('an installation without a default program fails with a clear error', () => {
  expect(() => chooseProgram([], { hostname: 'localhost' })).toThrow('default program');
});

const announcement = (id: string, changes: Partial<Announcement> = {}): Announcement => ({
  id,
  program_id: null,
  title: 'News',
  body: 'Text',
  shown_from: new Date('2021-09-15T04:00:00Z'),
  shown_until: new Date('2021-10-09T04:00:00Z'),
  ...changes,
});

test.each([
  ['2021-09-15T03:59:59Z', []],
  ['2021-09-15T04:00:00Z', ['a', 'mine']],
  ['2021-10-08T12:00:00Z', ['a', 'mine']],
  ['2021-10-09T04:00:00Z', []],
])('at %s these announcements show: %j', (now, expected) => {
  const all = [
    announcement('a'),
    announcement('mine', { program_id: 'harbor' }),
    announcement('b', { program_id: 'florin' }),
  ];
  expect(announcementsAt(all, 'harbor', new Date(now)).map(({ id }) => id)).toEqual(expected);
});

test('every version of an asset has its own address', () => {
  expect(assetUrl(program('p', { assets: { logo: 'abc' } }), 'logo')).toBe('/branding/p/logo?v=abc');
  expect(assetUrl(program('p'), 'logo')).toBeNull();
});

const site = (of: Program, environment: Record<string, string> = {}) =>
  siteOf({
    program: of,
    hostname: 'cards.northwind.example',
    announcements: [announcement('a')],
    outOfService: false,
    captcha: { provider: 'altcha' },
    config: readConfig(environment),
    appVersion: '1.2.3',
    build: 'a1b2',
  });

test('the site of a development installation', { tags: ['@3.44', '@9.18', '@9.23'] }, () => {
  const assets = { logo: 'abc', splash: 'def' };
  expect(site(program('northwind', { splash_variant: 'custom-image', assets }))).toEqual({
    program: {
      slug: 'northwind',
      name: 'northwind',
      canBeLeft: true,
      logoUrl: '/branding/northwind/logo?v=abc',
      faviconUrl: null,
      splashVariant: 'custom-image',
      splashImageUrl: '/branding/northwind/splash?v=def',
      theme: defaultTheme,
      supportUrl: 'https://support.example',
    },
    outOfService: false,
    announcements: [{ id: 'a', title: 'News', text: 'Text' }],
    captcha: { provider: 'altcha' },
    sessionTimeout: { idleTimeSeconds: 1140, warningTimeSeconds: 60, idleSensitivitySeconds: 2, pingSeconds: 3600 },
    debugParameters: true,
    embeddedDelivery: true,
    demoData: true,
    simulator: true,
    appVersion: '1.2.3',
    build: 'a1b2',
    telemetry: false,
  });
});

test('the site of a production installation', () => {
  const production = {
    FLORIN_MODE: 'production',
    DATABASE: 'embedded',
    PUBLIC_ORIGIN: 'https://cards.example.com',
    MAIL_TRANSPORT: 'smtp',
    SMTP_URL: 'smtps://mail.example.com',
    SMS_TRANSPORT: 'outbox',
    KEYS: 'embedded',
    IDLE_PRESET: 'strict',
  };
  expect(site(program('p', { assets: { splash: 'def' } }), production)).toMatchObject({
    program: { splashImageUrl: null },
    sessionTimeout: { idleTimeSeconds: 600, warningTimeSeconds: 300, idleSensitivitySeconds: 1, pingSeconds: 120 },
    debugParameters: false,
    embeddedDelivery: false,
    demoData: false,
    simulator: false,
  });
});
