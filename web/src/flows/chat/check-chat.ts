import type { FieldProblem } from '@florin/contract/errors';
import { sendChatMessage } from '@florin/contract/program/chat';
import * as v from 'valibot';
import { issueText } from '../../kit/forms/issue-text.ts';
import { chatWords } from '../../messages/en/program/chat.ts';
import { en } from '../../messages/en.ts';

export type ChatField = 'email' | 'message';

const words: Record<ChatField, Partial<Record<FieldProblem, string>>> = {
  email: { missing: chatWords.emailRequired, format: chatWords.emailFormat },
  message: { missing: chatWords.messageRequired, characters: chatWords.messageCard },
};
const schemas = sendChatMessage.body.entries;

/** The error message for a value, or null. The rules are those of the server. */
export function chatFieldError(field: ChatField, value: string): string | null {
  const result = v.safeParse(schemas[field], value);
  if (result.success) return null;
  const [issue] = result.issues;
  return words[field][issue.message as FieldProblem] ?? issueText(issue);
}

/** The sentence for a field's problem found by the server. */
export const chatProblemText = (field: ChatField, problem: FieldProblem) =>
  words[field][problem] ?? en.kit.fieldProblems[problem];
