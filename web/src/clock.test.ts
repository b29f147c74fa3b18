import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { clockLead, followClock, productTime, setClock } from './clock.ts';

const here = Date.parse('2026-11-30T12:00:00Z');
const second = 1000;
const hour = 3600 * second;

beforeEach(() => {
  vi.useFakeTimers({ now: here });
  setClock(String(here), here);
});
afterEach(() => void vi.useRealTimers());

/** The lead after an answer that tells a time and was under way until now. */
const leadAfter = (told: number, underWay: number) => {
  setClock(String(told), here - underWay);
  return clockLead();
};

test.each([
  ['a server with the same time', here, 0, 0],
  ['a server an hour ahead', here + hour, 0, hour],
  ['a server an hour behind', here - hour, 0, -hour],
  ['a slow answer of a server with the same time', here - 20 * second, 30 * second, 0],
  ['an answer for which the computer slept', here - 8 * hour, 9 * hour, 0],
  ['a slow answer of a server an hour ahead', here + hour, 2 * second, hour],
])('%s', (_what, told, underWay, lead) => {
  expect(leadAfter(told, underWay)).toBe(lead);
  expect(productTime()).toBe(here + lead);
});

test('the product’s time runs with this computer’s, and an answer without a time leaves it', () => {
  setClock(String(here + hour), here);
  vi.advanceTimersByTime(second);
  setClock(null, here);
  expect(productTime()).toBe(here + hour + second);
});

test.each(['', '0', 'banana', '1, 1', '9e15', 'Infinity', '-5'])('what is no time leaves the clock: %j', (told) => {
  setClock(String(here + hour), here);
  setClock(told, here);
  expect(clockLead()).toBe(hour);
});

test('listeners hear of a jump, and not of what the network takes', () => {
  const listener = vi.fn<() => void>();
  const end = followClock(listener);
  setClock(String(here + 900), here);
  expect(listener).not.toHaveBeenCalled();
  setClock(String(here + hour), here);
  expect(listener).toHaveBeenCalledTimes(1);
  end();
  setClock(String(here), here);
  expect(listener).toHaveBeenCalledTimes(1);
});
