import { TypedPassword, TypedUsername } from '@florin/contract/fields';
import * as v from 'valibot';
import { issueText } from '../../kit/forms/issue-text.ts';
import { en } from '../../messages/en.ts';

export type LoginField = 'username' | 'password';

const fields = {
  username: { schema: TypedUsername, missing: en.login.usernameRequired },
  password: { schema: TypedPassword, missing: en.login.passwordRequired },
};

/** The error message for a value, or null. The rules are those of the server. */
export function loginFieldError(field: LoginField, value: string): string | null {
  const { schema, missing } = fields[field];
  const result = v.safeParse(schema, value);
  if (result.success) return null;
  const [issue] = result.issues;
  return issue.message === 'missing' ? missing : issueText(issue);
}
