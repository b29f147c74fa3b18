import { expect, test } from 'vitest';
import { compareMarker, parseTabMessage } from './tabs.ts';

test('receives the end of a session and nothing else', () => {
  const ended = { kind: 'ended', epoch: 'e1', departure: 'idle' };
  expect(parseTabMessage(ended)).toEqual(ended);
  for (const data of [
    null,
    'ended',
    {},
    { ...ended, departure: '//evil.example' },
    { ...ended, kind: 'x' },
    { ...ended, epoch: 1 },
  ])
    expect(parseTabMessage(data)).toBeNull();
});

test('distinguishes a removed marker from another session and from mere activity', { tags: '@4.65' }, () => {
  const marker = { epoch: 'e1', lastActivity: 5 };
  expect(compareMarker(null, 'e1')).toBe('removed');
  expect(compareMarker(marker, 'e2')).toBe('changed');
  expect(compareMarker(marker, 'e1')).toBe('same');
});
