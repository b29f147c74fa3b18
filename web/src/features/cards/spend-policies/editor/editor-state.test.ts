import type { Rule } from '@florin/contract/cards/policies/spend-rules';
import { expect, test } from 'vitest';
import { beginWith, edit, rulesOf } from './editor-state.ts';

const day = (limit: number): Rule => ({ kind: 'amount', period: 'day', limit });
const begin = () => beginWith([day(1), day(2), day(3)]);
const limits = (state: ReturnType<typeof begin>) => rulesOf(state).map((rule) => 'limit' in rule && rule.limit);

test('rules are changed, added, removed and moved, and each act is taken back', () => {
  const first = begin();
  const key = first.items[1]!.key;
  const changed = edit(first, { act: 'change', key, rule: day(20) });
  const moved = edit(changed, { act: 'move', key, by: -1 });
  const added = edit(moved, { act: 'add', rule: day(4) });
  const removed = edit(added, { act: 'remove', key });
  expect([changed, moved, added, removed].map(limits)).toEqual([
    [1, 20, 3],
    [20, 1, 3],
    [20, 1, 3, 4],
    [1, 3, 4],
  ]);
  let state = edit(removed, { act: 'replace', rules: [day(9)] });
  expect(limits(state)).toEqual([9]);
  for (const expected of [removed, added, moved, changed, first, first]) {
    state = edit(state, { act: 'undo' });
    expect(limits(state)).toEqual(limits(expected));
  }
});

test('a rule stays the same line while it is changed, moved and put back', () => {
  const first = begin();
  const key = first.items[0]!.key;
  const later = edit(edit(first, { act: 'change', key, rule: day(7) }), { act: 'move', key, by: 1 });
  expect(later.items[1]).toEqual({ key, rule: day(7) });
  const back = edit(edit(later, { act: 'remove', key }), { act: 'undo' });
  expect(back.items[1]!.key).toBe(key);
});

test('what has no effect is no change', () => {
  const first = begin();
  expect(edit(first, { act: 'move', key: first.items[0]!.key, by: -1 })).toBe(first);
  expect(edit(first, { act: 'move', key: first.items[2]!.key, by: 1 })).toBe(first);
  expect(edit(first, { act: 'remove', key: -1 })).toBe(first);
});
