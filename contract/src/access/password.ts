import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { text, TypedPassword } from '../fields.ts';
import { passwordProblems } from './password-problems.ts';

/**
 * Checks a new password while it is typed (section 5): its length, how easily it is guessed, and whether it has leaked
 * (reading 18). The form waits 300 ms after the last key. The server adds what it knows of the person to the user
 * inputs.
 */
export const checkPassword = endpoint({
  method: 'POST',
  path: '/api/password/check',
  summary: 'What is wrong with a new password',
  access: ['registration', 'passwordReset', 'session'],
  limit: { per: 'address', requests: 120, windowSeconds: 60 },
  body: v.object({
    password: TypedPassword,
    /** Names and words that the password must not consist of, such as the username being typed. */
    userInputs: v.optional(v.pipe(v.array(text(120)), v.maxLength(20, 'tooLong')), []),
  }),
  answers: { 200: v.object({ problems: v.array(v.picklist(passwordProblems)) }) },
  errors: ['REGISTRATION_EXPIRED', 'ALREADY_REGISTERED', 'RESET_LINK_INVALID'],
});
