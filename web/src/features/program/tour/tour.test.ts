import { describe, expect, test } from 'vitest';
import { indexOfStop, stopsOf } from './stops.ts';
import { isInWindow, placeCard } from './use-placement.ts';

const card = { width: 320, height: 180 };
const wide = { width: 1440, height: 900 };
const narrow = { width: 320, height: 640 };

describe('the card', () => {
  test.each([
    ['in the middle without a target', null, wide, { left: 560, top: 360 }],
    ['beside a target with room', { left: 0, top: 100, right: 248, bottom: 160 }, wide, { left: 260, top: 100 }],
    ['below a target at the right', { left: 1380, top: 10, right: 1420, bottom: 50 }, wide, { left: 1100, top: 62 }],
    ['never below the window', { left: 0, top: 880, right: 248, bottom: 900 }, wide, { left: 260, top: 712 }],
    ['never outside a narrow window', { left: 270, top: 10, right: 310, bottom: 50 }, narrow, { left: 8, top: 62 }],
    ['above a target at the bottom', { left: 0, top: 600, right: 320, bottom: 640 }, narrow, { left: 8, top: 408 }],
  ])('%s', (_what, target, window, place) => {
    expect(placeCard(target, { ...card, width: Math.min(card.width, window.width - 16) }, window)).toEqual(place);
  });
});

test.each([
  ['at the edge', { left: 0, top: 0, right: 40, bottom: 40 }, true],
  ['partly below', { left: 0, top: 620, right: 40, bottom: 660 }, true],
  ['scrolled away', { left: 0, top: -60, right: 40, bottom: 0 }, false],
  ['beside a narrower window', { left: 340, top: 10, right: 380, bottom: 50 }, false],
])('the ring is shown %s: %o, %s', (_where, box, isShown) => {
  expect(isInWindow(box, narrow)).toBe(isShown);
});

test.each([
  ['account', 'menu'],
  ['navigation', 'menu'],
  ['help', 'help'],
] as const)('at %s, a narrower window shows the stop %s, and a wider one leads back', (stop, shown) => {
  const narrowStops = stopsOf((selector) => !/account|navigation/.test(selector));
  expect(narrowStops[indexOfStop(narrowStops, stop)]!.stop).toBe(shown);
  const wideStops = stopsOf((selector) => !selector.includes('menu'));
  expect(wideStops[indexOfStop(wideStops, stop)]!.stop).toBe(stop);
  expect(wideStops[indexOfStop(wideStops, 'menu')]!.stop).toBe('account');
});

test('passes over what is not in sight', () => {
  const seen = stopsOf((selector) => selector.includes('menu') || selector.includes('profile'));
  expect(seen.map(({ stop }) => stop)).toEqual(['welcome', 'menu', 'profile']);
});
