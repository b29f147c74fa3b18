import type { GroupSnapshot, Rule } from '@florin/contract/cards/policies/spend-rules';
import { ruleParts } from '@florin/contract/cards/policies/rule-sentences';

interface RuleSentenceProps {
  rule: Rule;
  /** The groups of categories as the version kept them. */
  groups: readonly Pick<GroupSnapshot, 'key' | 'name'>[];
}

/** A rule as a sentence with emphasized values. */
export const RuleSentence = ({ rule, groups }: RuleSentenceProps) => (
  <span>
    {/* Two pieces of one sentence never change their places. */}
    {ruleParts(rule, groups).map((part, index) =>
      // oxlint-disable-next-line react/no-array-index-key
      typeof part === 'string' ? part : <b key={index}>{part.text}</b>,
    )}
  </span>
);
