import type { Site } from '@florin/contract/program/site';

/** What the server tells a page before anybody signs in, for tests. */
export const testSite: Site = {
  program: {
    slug: null,
    name: 'Cards <b>"&',
    canBeLeft: false,
    logoUrl: null,
    faviconUrl: null,
    splashVariant: 'regular',
    splashImageUrl: '/splash.svg',
    theme: { brandHue: 0, brandChroma: 0, tintHue: 0, tintChroma: 0, radiusPixels: 8, density: 1 },
    supportUrl: 'https://support.example',
  },
  outOfService: false,
  announcements: [{ id: '1', title: 'Maintenance', text: 'On Sunday.' }],
  captcha: { provider: 'altcha' },
  sessionTimeout: { idleTimeSeconds: 1140, warningTimeSeconds: 60, idleSensitivitySeconds: 2, pingSeconds: 3600 },
  debugParameters: false,
  embeddedDelivery: true,
  demoData: false,
  simulator: false,
  appVersion: '0.1.0',
  build: 'a1',
  telemetry: false,
};
