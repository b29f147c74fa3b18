import { expect, test } from 'vitest';
import { changesOf, draftOf, merge, type CardDraft } from './card-draft.ts';

const zone = 'America/New_York';
const plain: CardDraft = {
  name: '',
  purpose: '',
  externalId: '',
  groupIds: [],
  uses: '',
  amount: '',
  lock: 'ANY',
  merchant: '',
  validFrom: '',
  validUntil: '',
};
const full: CardDraft = { ...plain, name: 'Lunch', uses: '3', amount: '20.00', lock: 'NAMED', merchant: 'Ramen' };

test('a card stands in the form in the business’s time zone, also after the change of the clocks', () => {
  const controls = {
    usesAtMost: 3,
    uses: 1,
    amountLock: { amount: 20_00, currency: 'USD' },
    merchantLock: { kind: 'FIRST', merchantId: '42', merchant: 'Ramen' },
    validFrom: '2026-07-01T04:00:00.000Z',
    validUntil: '2026-12-01T05:00:00.000Z',
  } as const;
  const groups = [{ id: 'b', name: 'Sales' }];
  const draft = draftOf({ name: 'Lunch', purpose: null, externalId: null, groups, controls }, zone);
  expect(draft).toEqual({
    ...plain,
    name: 'Lunch',
    groupIds: ['b'],
    uses: '3',
    amount: '20.00',
    lock: 'FIRST',
    validFrom: '2026-07-01T00:00',
    validUntil: '2026-12-01T00:00',
  });
  expect(changesOf({ ...draft, validFrom: '2026-07-02T00:00' }, draft, zone)).toEqual({
    controls: { validFrom: '2026-07-02T04:00:00.000Z' },
  });
});

test.each([
  ['nothing', plain, plain, {}],
  ['a name', plain, { name: ' Lunch ' }, { name: 'Lunch' }],
  ['no name', full, { name: ' ' }, { name: null }],
  ['groups', plain, { groupIds: ['a'] }, { groupIds: ['a'] }],
  ['no limits', full, { uses: '', amount: '' }, { controls: { usesAtMost: null, amountLock: null } }],
  ['limits', plain, { uses: '2', amount: '1,000.5' }, { controls: { usesAtMost: 2, amountLock: 1_000_50 } }],
  ['any merchant', full, { lock: 'ANY' }, { controls: { merchantLock: null } }],
  ['the first merchant', full, { lock: 'FIRST' }, { controls: { merchantLock: { kind: 'FIRST' } } }],
  [
    'another merchant',
    full,
    { merchant: 'Sushi' },
    { controls: { merchantLock: { kind: 'NAMED', merchant: 'Sushi' } } },
  ],
  ['a merchant that no lock names', plain, { merchant: 'Sushi' }, {}],
  ['no end', { ...plain, validUntil: '2026-12-01T00:00' }, { validUntil: '' }, { controls: { validUntil: null } }],
] as const)('only what differs is sent: %s', (_case, base, change, expected) => {
  expect(changesOf({ ...base, ...change } as CardDraft, base as CardDraft, zone)).toEqual(expected);
});

test('another’s change goes in where nothing was entered, and clashes where something was', () => {
  const mine = { ...full, name: 'Dinner', uses: '5' };
  const theirs = { ...full, name: 'Breakfast', purpose: 'Meals', uses: '5' };
  expect(merge(mine, full, theirs)).toEqual({
    draft: { ...mine, purpose: 'Meals' },
    changed: ['name', 'purpose', 'uses'],
    clashes: ['name'],
  });
});
