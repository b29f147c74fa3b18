import type { FieldProblem } from '@florin/contract/errors';
import type { BaseIssue } from 'valibot';
import { kitWords } from '../../messages/en/kit/kit.ts';

/** The sentence for a problem found by a schema of the contract, with the limit if the text is too long. */
export const issueText = ({ type, requirement, message }: BaseIssue<unknown>): string =>
  type === 'max_length'
    ? kitWords.atMost(Number(requirement))
    : (kitWords.fieldProblems[message as FieldProblem] ?? message);
