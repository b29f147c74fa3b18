import { sendQuota } from '@florin/contract/limits';
import { describe, expect, test } from 'vitest';
import { secondsUntilSend } from './send-quota.ts';

describe('the send quota', () => {
  const now = new Date('2026-11-21T08:00:00Z');
  const ago = (...seconds: number[]) => seconds.map((second) => new Date(now.getTime() - second * 1000));

  test.each([
    ['nothing sent', [], 0],
    ['sent just now', [0], 30],
    ['sent 29 s ago', [29], 1],
    ['sent 30 s ago', [30], 0],
    ['two in ten minutes', [31, 65], 0],
    ['three in ten minutes', [31, 65, 100], 500],
    ['three, the first ten minutes ago', [31, 65, 600], 0],
    ['ten in a day', [700, 1400, 2100, 2800, 3500, 4200, 4900, 5600, 6300, 7000], 86_400 - 7000],
    ['nine in a day', [700, 1400, 2100, 2800, 3500, 4200, 4900, 5600, 6300], 0],
  ] as const)('%s: wait %i', (_what, sent, seconds) => {
    expect(secondsUntilSend(ago(...sent), now)).toBe(seconds);
    expect(secondsUntilSend(ago(...sent).toReversed(), now)).toBe(seconds);
  });

  test.each([
    ['the first', [], [], 0],
    ['too early', [10], [], 20],
    ['another flow', [], [10], 0],
    ['the fourth of ten minutes', [500, 200, 100], [], 100],
    ['the fourth of ten minutes, over flows', [], [500, 200, 100], 100],
    [
      'the eleventh of a day',
      [6, 7, 8, 9, 10].map((hour) => 3600 * hour),
      [1, 2, 3, 4, 5].map((hour) => 3600 * hour),
      50_400,
    ],
  ])("the pause depends on the flow's own messages: %s", (_what, own, others, seconds) => {
    expect(secondsUntilSend([...ago(...own), ...ago(...others)], now, ago(...own))).toBe(seconds);
  });

  test('never admits more than a window holds', () => {
    const sent: Date[] = [];
    for (let second = 0; second < 3 * 86_400; second += 10) {
      const at = new Date(now.getTime() + second * 1000);
      if (secondsUntilSend(sent, at) === 0) sent.push(at);
    }
    for (const { windowSeconds, sends } of sendQuota)
      for (const [index, first] of sent.entries()) {
        const next = sent[index + sends];
        if (next) expect(next.getTime() - first.getTime()).toBeGreaterThanOrEqual(windowSeconds * 1000);
      }
    expect(sent.length).toBe(30);
  });
});
