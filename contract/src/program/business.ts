import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { Money } from '../money.ts';

/** Section 3, business credit line: `amount`. Zero where none was granted. */
export const businessCreditLine = endpoint({
  method: 'GET',
  path: '/api/business/credit-line',
  summary: 'The credit line of the current business',
  access: 'session',
  permission: 'credit-line.view',
  answers: { 200: v.object({ amount: Money }) },
  errors: [],
});

/** Section 3, business settings. */
export const businessSettings = endpoint({
  method: 'GET',
  path: '/api/business/settings',
  summary: 'The settings of the current business',
  access: 'session',
  permission: 'business-settings.view',
  answers: { 200: v.object({ automaticBusinessSuspension: v.boolean() }) },
  errors: [],
});

/**
 * The warehouse amount (reading 20): fees that the balance could not cover. `dismissed`: the person has closed the
 * notice, and no further fee has become due since.
 */
export const outstandingFees = endpoint({
  method: 'GET',
  path: '/api/business/outstanding-fees',
  summary: 'What the current business owes in fees',
  access: 'session',
  permission: 'outstanding-fees.view',
  answers: { 200: v.object({ warehouseAmount: Money, dismissed: v.boolean() }) },
  errors: [],
});

export const dismissOutstandingFees = endpoint({
  method: 'POST',
  path: '/api/business/outstanding-fees/dismiss',
  summary: 'Put away the notice about fees that are owed now',
  access: 'session',
  permission: 'outstanding-fees.dismiss',
  body: v.object({}),
  answers: { 204: null },
  errors: [],
});
