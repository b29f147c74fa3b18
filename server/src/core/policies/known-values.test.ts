import type { ListField, PolicyLayer } from '@florin/contract/cards/policies/spend-rules';
import { expect, test } from 'vitest';
import { builtInGroups, documentOf } from './documents.ts';

test.each<[ListField, string, PolicyLayer, boolean]>([
  ['country', 'CA', 'CARD', true],
  ['country', 'ZZ', 'CARD', false],
  ['country', 'XX', 'BUSINESS', false],
  ['currency', 'EUR', 'CARD', true],
  ['currency', 'ABC', 'GROUP', false],
  ['state', 'CA', 'CARD', true],
  ['state', 'ZZ', 'CARD', false],
  ['mcc', '5812', 'CARD', true],
  ['mcc', '3501', 'CARD', true],
  ['mcc', '9998', 'CARD', false],
  ['country', 'ZZ', 'OVERRIDE', true],
])('a list of %s with %s in a policy of the layer %s is saved: %s', (field, value, layer, isSaved) => {
  const made = documentOf([{ kind: 'allow', field, values: [value] }], layer, builtInGroups);
  expect(made).toEqual(
    isSaved ? { document: expect.anything() } : { problems: [{ rule: 0, problem: 'value', other: null }] },
  );
});
