import type { FieldProblem } from '@florin/contract/errors';
import type { BaseIssue } from 'valibot';
import { kitWords } from '../../messages/en/kit.ts';

/** The sentence for what a schema of the contract finds: what is too long is told its limit. */
export const issueText = ({ type, requirement, message }: BaseIssue<unknown>): string =>
  type === 'max_length'
    ? kitWords.atMost(Number(requirement))
    : (kitWords.fieldProblems[message as FieldProblem] ?? message);
