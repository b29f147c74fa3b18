import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { Device, DeviceId, Uuid } from '../fields.ts';
import { SignedIn } from './login.ts';
import { Money } from '../money.ts';
import { Role } from './session.ts';
import { BusinessStatus, FundingSource } from '../program/user-info.ts';

/** A linked account in the sidebar (section 3), with the state shown in its label. */
export const LinkedAccount = v.object({
  userId: v.string(),
  businessName: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  cardLast4: v.nullable(v.string()),
  accountBalance: Money,
  /** The balance cannot be spent now: credit on hold, or a suspended or closed account or business. */
  spendingOnHold: v.boolean(),
  /** An address of this installation; null if the business shows no icon. */
  customIconUri: v.nullable(v.string()),
  role: Role,
  fundingSource: v.nullable(FundingSource),
  isUserAccountOpen: v.boolean(),
  businessStatus: BusinessStatus,
  isCurrent: v.boolean(),
});
export type LinkedAccount = v.InferOutput<typeof LinkedAccount>;

export const linkedAccounts = endpoint({
  method: 'GET',
  path: '/api/linked-accounts',
  summary: 'The accounts of the signed-in person, the current one first',
  access: 'session',
  answers: { 200: v.object({ accounts: v.array(LinkedAccount) }) },
  errors: [],
});

/**
 * Ends the current session and issues one for another account of the same person (switch user request, section 3). An
 * account that requires the second factor cannot be opened with a password alone: STEP_UP_REQUIRED.
 */
export const switchUser = endpoint({
  method: 'POST',
  path: '/api/switch-user',
  summary: 'Switch to another linked account',
  access: 'session',
  body: v.object({ userId: Uuid, deviceId: DeviceId, device: Device }),
  answers: { 200: SignedIn },
  errors: ['ACCOUNT_NOT_AVAILABLE', 'STEP_UP_REQUIRED', 'MFA_EMAIL_NOT_EXISTS'],
});

/** The four figures of an account, computed from the ledger; for Credit, `available` is the remaining credit. */
export const balance = endpoint({
  method: 'GET',
  path: '/api/balance',
  summary: 'The balance of the current account',
  access: 'session',
  answers: {
    200: v.object({
      fundingSource: v.nullable(FundingSource),
      ledger: Money,
      onHold: Money,
      available: Money,
      incoming: Money,
      creditLimit: v.nullable(Money),
      /** `available` cannot be spent now: credit on hold, or a suspended or closed account or business. */
      spendingOnHold: v.boolean(),
      asOf: v.string(),
    }),
  },
  errors: [],
});
