import { login } from '@florin/contract/login';
import type { Site } from '@florin/contract/site';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call } from '../../api.ts';
import { readSite, setSite } from '../../site.ts';
import { callWatchers } from '../../watch-calls.ts';
import { lookAtService } from './look-at-service.ts';

const site: Site = {
  program: {
    slug: 'harbor',
    name: 'Harbor',
    logoUrl: null,
    faviconUrl: null,
    splashVariant: 'regular',
    splashImageUrl: null,
    theme: { brandHue: 0, brandChroma: 0, tintHue: 0, tintChroma: 0, radiusPixels: 8, density: 1 },
    supportUrl: 'https://support.example',
  },
  outOfService: false,
  announcements: [{ id: '1', title: 'Soon', text: 'On Sunday.' }],
  captcha: { provider: 'altcha' },
  sessionTimeout: { idleTimeSeconds: 1140, warningTimeSeconds: 60, idleSensitivitySeconds: 2, pingSeconds: 3600 },
  debugParameters: false,
  embeddedDelivery: true,
  appVersion: '0.1.0',
  build: 'a1',
  telemetry: false,
};
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
  callWatchers.outOfService = null;
});

test('a call that is answered with OUT_OF_SERVICE tells whoever shows the apology', async () => {
  const told = vi.fn<() => void>();
  callWatchers.outOfService = told;
  server.mockResolvedValue(Response.json({ Code: 'OUT_OF_SERVICE', Message: 'm' }, { status: 503 }));
  expect(await call(login, { body: { username: 'maya', password: 'x' } })).toMatchObject({ code: 'OUT_OF_SERVICE' });
  expect(told).toHaveBeenCalledOnce();
});

test('the page takes over whether there is service and what the operator says, and nothing else', async () => {
  says({ outOfService: true, announcements: news, build: 'b2' });
  await lookAtService();
  expect(server).toHaveBeenCalledWith('/assets/config.json?customSlug=harbor', expect.anything());
  expect(readSite()).toEqual({ ...site, outOfService: true, announcements: news });
  says({ outOfService: false, announcements: [] });
  await lookAtService();
  expect(readSite()).toEqual({ ...site, outOfService: false, announcements: [] });
});

test('after a refusal there is none, whatever another server still says', async () => {
  says({ outOfService: false, announcements: news });
  await lookAtService({ refused: true });
  expect(readSite()).toMatchObject({ outOfService: true, announcements: news });
});

test('where nobody answers, what was known stays', async () => {
  server.mockRejectedValue(new TypeError('no network'));
  await lookAtService();
  expect(readSite()).toEqual(site);
  await lookAtService({ refused: true });
  expect(readSite()).toEqual({ ...site, outOfService: true });
});
