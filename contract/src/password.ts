import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { TypedPassword } from './fields.ts';

/** Asks whether a password is among the leaked ones (section 5, reading 18); the form waits 300 ms after the last key. */
export const checkLeakedPassword = endpoint({
  method: 'POST',
  path: '/api/password/leaked',
  summary: 'Whether a new password is known to be leaked',
  access: 'registration, recovery or session',
  limit: { per: 'address', requests: 120, windowSeconds: 60 },
  body: v.object({ password: TypedPassword }),
  answers: { 200: v.object({ leaked: v.boolean() }) },
  errors: ['REGISTRATION_EXPIRED'],
});
