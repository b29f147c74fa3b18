import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { text, TypedPassword } from './fields.ts';
import { passwordProblems } from './password-problems.ts';

/**
 * Asks what is wrong with a new password before it is sent (section 5): its length, how easily it is guessed, and whether
 * it is among the leaked ones (reading 18). The form waits 300 ms after the last key. What the server knows of the person
 * counts as user input as well.
 */
export const checkPassword = endpoint({
  method: 'POST',
  path: '/api/password/check',
  summary: 'What is wrong with a new password',
  access: ['registration', 'passwordReset', 'session'],
  limit: { per: 'address', requests: 120, windowSeconds: 60 },
  body: v.object({
    password: TypedPassword,
    /** Names and words that the password must not be made of, such as a username that is still being typed. */
    userInputs: v.optional(v.pipe(v.array(text(120)), v.maxLength(20, 'tooLong')), []),
  }),
  answers: { 200: v.object({ problems: v.array(v.picklist(passwordProblems)) }) },
  errors: ['REGISTRATION_EXPIRED', 'ALREADY_REGISTERED', 'RESET_LINK_INVALID'],
});
