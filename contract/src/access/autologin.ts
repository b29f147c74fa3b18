import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { requiredText } from '../fields.ts';
import { SignedIn } from './login.ts';

/** Reading 8: a one-time ticket of 60 s for `autologin/{ticket}`, for a signed-in client of the API. */
export const createAutologinTicket = endpoint({
  method: 'POST',
  path: '/api/autologin-tickets',
  summary: 'A one-time ticket that signs a browser in',
  access: 'session',
  limit: { per: 'session', requests: 30, windowSeconds: 60 },
  body: v.object({}),
  answers: { 201: v.object({ ticket: v.string(), path: v.string(), expiresInSeconds: v.number() }) },
  errors: [],
});
export const redeemAutologinTicket = endpoint({
  method: 'POST',
  path: '/api/autologin',
  summary: 'Sign in with a one-time ticket',
  access: 'public',
  limit: { per: 'address', requests: 60, windowSeconds: 60 },
  body: v.object({ ticket: requiredText(128) }),
  answers: { 200: SignedIn },
  errors: ['OUT_OF_SERVICE', 'TICKET_INVALID'],
});
