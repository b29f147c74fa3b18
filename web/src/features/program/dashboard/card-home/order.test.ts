import type { Card } from '@florin/contract/cards';
import { expect, test } from 'vitest';
import { inOrder } from './order.ts';

const card = (last4: string, chainId: string, status: Card['status'] = 'OPEN') => ({ last4, chainId, status }) as Card;

test.each([
  ['the main card is first, whatever was issued last', ['0003', '0001', '0002'], '0001', ['0001', '0002', '0003']],
  ['without a main card the oldest is', ['0003', '0002'], null, ['0002', '0003']],
])('%s', (_, given, main, shown) => {
  expect(
    inOrder(
      given.map((digits) => card(digits, digits)),
      main,
    ).map(({ last4 }) => last4),
  ).toEqual(shown);
});

test('closed cards are left out unless there is no other', () => {
  const closed = card('0001', '0001', 'CLOSED');
  expect(inOrder([closed, card('0002', '0002')], '0001')).toHaveLength(1);
  expect(inOrder([closed], '0001')).toEqual([closed]);
});
