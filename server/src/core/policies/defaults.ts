import type { GroupSnapshot, PolicyDocument, Rule } from '@florin/contract/spend-rules';

const single = (codes: readonly number[]) => codes.map((code) => ({ from: code, to: code }));

/** Categories that card programs refuse for every business. */
const protectedGroups: GroupSnapshot[] = [
  { key: 'GAMBLING', name: 'Gambling', ranges: single([7800, 7801, 7802, 7995, 9406, 9754]) },
  { key: 'ADULT', name: 'Adult content and escort services', ranges: single([5967, 7273]) },
  {
    key: 'MONEY_TRANSFER',
    name: 'Money transfer, quasi cash and stored value',
    ranges: [...single([4829, 6050, 6051]), { from: 6529, to: 6540 }],
  },
];

/** The protections that a program begins with: nothing below it lifts them. */
export const defaultProtections: PolicyDocument = {
  rules: [{ kind: 'block', field: 'group', values: protectedGroups.map(({ key }) => key) }],
  groups: protectedGroups,
};

/** A business's rules to begin with: purchases in the United States, no cash. */
export const defaultCompanyRules: readonly Rule[] = [
  { kind: 'allow', field: 'country', values: ['US'] },
  { kind: 'block', field: 'presence', values: ['CASH'] },
];
