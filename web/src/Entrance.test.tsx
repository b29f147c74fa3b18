import type { Site, SplashVariant } from '@florin/contract/site';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Entrance } from './Entrance.tsx';
import { setSite } from './site.ts';

const site: Site = {
  program: {
    slug: null,
    name: 'Cards <b>"&',
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
  appVersion: '0.1.0',
  build: 'a1',
  telemetry: false,
};
const render = (change: Partial<Site> = {}) => {
  setSite({ ...site, ...change });
  return renderToString(<Entrance />);
};

test.each<SplashVariant>(['regular', 'cardholder-workflows', 'ai-gl-coding', 'custom-image'])(
  'with the splash %s the markup needs neither inline styles nor inline scripts',
  (splashVariant) => {
    const html = render({ program: { ...site.program, splashVariant } });
    expect(html).not.toMatch(/ style=|<script|<style| on\w+=/);
    expect(html).toContain('name="password"');
  },
);

test('what the program is called cannot become markup', () => {
  expect(render()).not.toContain('<b>');
});

test('a form that nobody listens to yet cannot be sent, and would not put a password into the address', () => {
  expect(render()).toMatch(/<form[^>]* method="post"/);
  expect(render()).toMatch(/<button[^>]* type="submit"[^>]* disabled=""/);
});

test('announcements stand above the form, and in its place while the site is out of service', () => {
  expect(render()).toMatch(/On Sunday\..*name="username"/);
  const html = render({ outOfService: true });
  expect(html).toContain('Our apologies');
  expect(html).toContain('On Sunday.');
  expect(html).not.toContain('<form');
});

test('only a custom image is an image, and it waits until it is seen', () => {
  expect(render()).not.toContain('<img');
  expect(render({ program: { ...site.program, splashVariant: 'custom-image' } })).toMatch(/<img[^>]* loading="lazy"/);
});
