import type { Site, SplashVariant } from '@florin/contract/program/site';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { testSite } from './testing/test-site.ts';
import { Entrance } from './Entrance.tsx';
import { setSite } from './site.ts';

const render = (change: Partial<Site> = {}) => {
  setSite({ ...testSite, ...change });
  return renderToString(<Entrance />);
};

test.each<SplashVariant>(['regular', 'cardholder-workflows', 'ai-gl-coding', 'custom-image'])(
  'with the splash %s the markup needs neither inline styles nor inline scripts',
  (splashVariant) => {
    const html = render({ program: { ...testSite.program, splashVariant } });
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

test(
  'announcements stand above the form, and in its place while the site is out of service',
  { tags: '@2.login.4' },
  () => {
    expect(render()).toMatch(/On Sunday\..*name="username"/);
    const html = render({ outOfService: true });
    expect(html).toContain('Our apologies');
    expect(html).toContain('On Sunday.');
    expect(html).not.toContain('<form');
  },
);

test('only a custom image is an image, and it waits until it is seen', { tags: '@2.login.10' }, () => {
  expect(render()).not.toContain('<img');
  expect(render({ program: { ...testSite.program, splashVariant: 'custom-image' } })).toMatch(
    /<img[^>]* loading="lazy"/,
  );
});
