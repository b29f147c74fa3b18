import { login } from '@florin/contract/access/login';
import { unknownCustomerId, type Site } from '@florin/contract/program/site';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call } from '../../api.ts';
import { readSite, setSite } from '../../site.ts';
import { callHooks } from '../../call-hooks.ts';
import { testSite } from '../../testing/test-site.ts';
import { loadConfiguration, checkService } from './check-service.ts';

const site: Site = { ...testSite, program: { ...testSite.program, slug: 'harbor' } };
const news = [{ id: '2', title: 'Planned work', text: 'We are back at nine.' }];
const server = vi.fn<typeof fetch>();
const says = (change: Partial<Site>) =>
  server.mockImplementation(() => Promise.resolve(Response.json({ ...site, ...change })));
beforeEach(() => {
  vi.stubGlobal('fetch', server);
  setSite(site);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetAllMocks();
  callHooks.outOfService = null;
});

test.each(['OUT_OF_SERVICE', 'UNAVAILABLE'])(
  'a call answered with %s shows the apology',
  { tags: '@2.login.3' },
  async (Code) => {
    const told = vi.fn<() => void>();
    callHooks.outOfService = told;
    server.mockResolvedValue(Response.json({ Code, Message: 'm' }, { status: 503 }));
    expect(await call(login, { body: { username: 'maya', password: 'x' } })).toMatchObject({ code: Code });
    expect(told).toHaveBeenCalledOnce();
  },
);

test(
  'the page takes over the service status and the announcements, and nothing else',
  { tags: '@beyond.13' },
  async () => {
    says({ outOfService: true, announcements: news, build: 'b2' });
    await checkService();
    expect(server).toHaveBeenCalledWith('/assets/config.json?customSlug=harbor', expect.anything());
    expect(readSite()).toEqual({ ...site, outOfService: true, announcements: news });
    says({ outOfService: false, announcements: [] });
    await checkService();
    expect(readSite()).toEqual({ ...site, outOfService: false, announcements: [] });
  },
);

test('after a refusal the site is out of service, whatever another server still reports', async () => {
  says({ outOfService: false, announcements: news });
  await checkService({ refused: true });
  expect(readSite()).toMatchObject({ outOfService: true, announcements: news });
});

test('without an answer the known status stays', async () => {
  server.mockRejectedValue(new TypeError('no network'));
  await checkService();
  expect(readSite()).toEqual(site);
  await checkService({ refused: true });
  expect(readSite()).toEqual({ ...site, outOfService: true });
});

test(
  'the configuration of assets/config.json replaces the one in the page, except for the version',
  { tags: '@7.27' },
  async () => {
    const sessionTimeout = { ...site.sessionTimeout, idleTimeSeconds: 60 };
    says({ sessionTimeout, announcements: news, build: 'b2' });
    await loadConfiguration();
    expect(server).toHaveBeenCalledWith('/assets/config.json?customSlug=harbor', expect.anything());
    expect(readSite()).toEqual({ ...site, sessionTimeout, announcements: news });
  },
);

test('what an address says that names no customer stays', async () => {
  const unknown = { id: unknownCustomerId, title: 'No customer has this address', text: 'This is the login page.' };
  setSite({ ...site, announcements: [unknown] });
  says({ announcements: news });
  for (const load of [loadConfiguration, checkService]) {
    await load();
    expect(readSite().announcements).toEqual([unknown, ...news]);
  }
});

test('without an answer the configuration in the page stays', async () => {
  server.mockRejectedValue(new TypeError('no network'));
  await loadConfiguration();
  expect(readSite()).toBe(site);
});
