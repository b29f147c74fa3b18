import type { Card } from '@florin/contract/cards/cards';
import { expect, test } from 'vitest';
import { inOrder } from './order.ts';

const card = (id: string, chainId: string, status: Card['status'] = 'OPEN') => ({ id, chainId, status }) as Card;

test.each([
  ['the oldest is first, whatever was issued last', [card('3', '3'), card('1', '1'), card('2', '2')], ['1', '2', '3']],
  [
    'one that works comes before an older one that waits',
    [card('1', '1', 'PENDING_ACTIVATION'), card('2', '2')],
    ['2', '1'],
  ],
  ['a frozen one works', [card('2', '2'), card('1', '1', 'PAUSED')], ['1', '2']],
  ['a replacement stands in the place of its chain', [card('1', '1'), card('2', '2'), card('3', '1')], ['3', '1', '2']],
])('%s', (_, given, shown) => {
  expect(inOrder(given).map(({ id }) => id)).toEqual(shown);
});

test('the card of the account comes first, then the one used last among those that work', () => {
  const used = (id: string, lastUsedAt: string | null, status: Card['status'] = 'OPEN') => ({
    ...card(id, id, status),
    lastUsedAt,
  });
  const cards = [
    used('1', '2026-11-02T15:00:00Z'),
    used('2', null),
    used('3', '2026-11-30T15:00:00Z'),
    used('4', null, 'PENDING_ACTIVATION'),
    used('5', null),
  ];
  expect(inOrder(cards).map(({ id }) => id)).toEqual(['1', '3', '2', '5', '4']);
});

test('closed cards are left out unless there is no other', () => {
  const closed = card('1', '1', 'CLOSED');
  expect(inOrder([closed, card('2', '2')])).toHaveLength(1);
  expect(inOrder([closed])).toEqual([closed]);
});
