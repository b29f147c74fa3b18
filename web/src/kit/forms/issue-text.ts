import type { FieldProblem } from '@florin/contract/errors';
import type { BaseIssue } from 'valibot';
import { en } from '../../messages/en.ts';

/** The sentence for what a schema of the contract finds: what is too long is told its limit. */
export const issueText = ({ type, requirement, message }: BaseIssue<unknown>): string =>
  type === 'max_length' ? en.atMost(Number(requirement)) : (en.fieldProblems[message as FieldProblem] ?? message);
