import { expect, test } from 'vitest';
import { drawingOf } from './browser-logos.tsx';

test.each(['Chrome', 'Chromium', 'Firefox', 'Safari', 'Microsoft Edge', 'Opera', 'Samsung Internet for Android'])(
  '%s has its own drawing',
  { tags: '@2.activity.3' },
  (family) => {
    expect(drawingOf(family)).not.toBeNull();
  },
);

test.each([null, '', 'Vivaldi', '<img src=x>'])('%j gets the default', { tags: '@2.activity.3' }, (family) => {
  expect(drawingOf(family)).toBeNull();
});
