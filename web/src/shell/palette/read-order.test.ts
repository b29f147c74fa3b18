import { expect, test } from 'vitest';
import { readOrder } from './read-order.ts';

const order = (verb: string, who: string, amount: number | null = null) => ({
  verb,
  who,
  amount,
  wrongAmount: null,
  isPhysical: false,
  period: 'month',
  rest: '',
  at: '',
});

test.each([
  ['fund priya 50', order('FUND', 'priya', 5000)],
  ['Fund Priya Nair $1,250.50', order('FUND', 'Priya Nair', 125_050)],
  ['add 25 to kofi', order('FUND', 'kofi', 2500)],
  ['fund 0932 50', order('FUND', '0932', 5000)],
  ['fund ··0932 50', order('FUND', '0932', 5000)],
  ['fund ··0932', order('FUND', '0932')],
  ['top up kofi 300', order('TOP_UP', 'kofi', 30_000)],
  ['take 20 back from kofi', order('DEFUND', 'kofi', 2000)],
  ['freeze ··0932', order('FREEZE', '0932')],
  ['freeze 0932', order('FREEZE', '0932')],
  ['unfreeze the card of Priya', order('UNFREEZE', 'Priya')],
  ['issue card for Sam $200 a month', order('ISSUE', 'Sam', 20_000)],
  ['issue Priya 200 lunch', { ...order('ISSUE', 'Priya', 20_000), rest: 'lunch' }],
  ['issue 200 a day to Priya Nair', { ...order('ISSUE', 'Priya Nair', 20_000), period: 'day' }],
  ['issue Robin Day 50 per week', { ...order('ISSUE', 'Robin Day', 5000), period: 'week' }],
  ['issue physical card for Sam', { ...order('ISSUE', 'Sam'), isPhysical: true }],
  ['issue a card to priya at Lark', { ...order('ISSUE', 'priya'), at: 'Lark' }],
  ['issue priya 200 a month at The Home Depot', { ...order('ISSUE', 'priya', 20_000), at: 'The Home Depot' }],
  [
    'issue priya at Lark Street Coffee 50 a week lunch',
    { ...order('ISSUE', 'priya', 5000), at: 'Lark Street Coffee', period: 'week', rest: 'lunch' },
  ],
  ['issue priya at', order('ISSUE', 'priya')],
  ['fund the card at hand 20', order('FUND', 'hand', 2000)],
  ['fund priya 3,50', { ...order('FUND', 'priya'), wrongAmount: '3,50' }],
  ['fund priya 0', { ...order('FUND', 'priya'), wrongAmount: '0' }],
  ['fund', order('FUND', '')],
  ['funding requests', null],
  ['priya 50', null],
  ['', null],
])('%j', (text, expected) => {
  expect(readOrder(text)).toEqual(expected);
});
