import { expect, test } from 'vitest';
import { openedBy } from './shortcuts.ts';

const key = (name: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey', true>> = {}) => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
});

test.each([
  [key('k', { ctrlKey: true }), true, 'palette'],
  [key('K', { metaKey: true }), false, 'palette'],
  [key('k', { ctrlKey: true, altKey: true }), true, null],
  [key('k'), true, null],
  [key('/'), true, 'palette'],
  [key('/'), false, null],
  [key('?'), true, 'shortcuts'],
  [key('?'), false, null],
  [key('/', { ctrlKey: true }), true, null],
])('%o with single keys %s opens %s', (event, areSingleKeysOn, opened) => {
  expect(openedBy(event, areSingleKeysOn)).toBe(opened);
});
