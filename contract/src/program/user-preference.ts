import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';

/** Section 3, user preference. `preferNewApp` is false for a person who chose 'Back to admin' (section 4). */
const UserPreference = v.object({ preferNewApp: v.boolean('type') });

export const userPreference = endpoint({
  method: 'GET',
  path: '/api/user-preference',
  summary: 'What the signed-in person prefers',
  access: 'session',
  answers: { 200: UserPreference },
  errors: [],
});

export const createUserPreference = endpoint({
  method: 'POST',
  path: '/api/user-preference',
  summary: 'Keep what the signed-in person prefers',
  access: 'session',
  body: UserPreference,
  answers: { 200: UserPreference },
  errors: [],
});
