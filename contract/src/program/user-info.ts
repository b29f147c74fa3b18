import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { permissionFlags } from '../permissions.ts';
import { Role } from '../access/session.ts';

export const FundingSource = v.picklist(['Prepaid', 'Credit']);
export type FundingSource = v.InferOutput<typeof FundingSource>;
export const BusinessStatus = v.picklist(['OPEN', 'PENDING_REVIEW', 'SUSPENDED', 'CLOSED']);
export type BusinessStatus = v.InferOutput<typeof BusinessStatus>;
/** Section 4: five modes and a default. Unknown modes count as the default. */
export const SuspensionMode = v.fallback(
  v.picklist(['CreditWorthiness', 'PlaidConnectivity', 'PaymentFailure', 'Compliance', 'Fraud', 'Default']),
  'Default',
);
/** Feature flags of a business (section 6). */
export const Feature = v.picklist(['business-attachments', 'request-funding']);
export type Feature = v.InferOutput<typeof Feature>;

/** User info as in section 3; the fields after `linkedUsers` are for the shell and its guards. */
export const UserInfo = v.object({
  firstName: v.string(),
  lastName: v.string(),
  userName: v.string(),
  businessSuspended: v.boolean(),
  businessOpen: v.boolean(),
  suspensionMode: v.nullable(SuspensionMode),
  creditReplenishmentDelayDays: v.nullable(v.number()),
  allowAdminViewCardUsage: v.boolean(),
  /** IANA name of the business's. */
  timeZone: v.string(),
  userData: v.object({
    accountStatus: v.picklist(['OPEN', 'CLOSED']),
    firstName: v.string(),
    lastName: v.string(),
    bankId: v.string(),
    bankPayment: v.string(),
    program: v.string(),
    businessOperational: v.boolean(),
    usePexAccountBalanceForAuths: v.boolean(),
  }),
  linkedUsers: v.array(
    v.object({
      userId: v.string(),
      firstName: v.string(),
      lastName: v.string(),
      userName: v.string(),
      isUserAccountOpen: v.boolean(),
      businessStatus: BusinessStatus,
      cardLast4: v.nullable(v.string()),
    }),
  ),
  userId: v.string(),
  role: Role,
  businessName: v.string(),
  /** The white-label program of the person; null for the installation's own. */
  programSlug: v.nullable(v.string()),
  fundingSource: v.nullable(FundingSource),
  cardLast4: v.nullable(v.string()),
  features: v.array(Feature),
  /** The flags of an administrator (permissions.ts); none for a cardholder. */
  permissionFlags: v.array(v.picklist(permissionFlags)),
  /** An operator of the installation (decision 065); missing for everybody else. */
  isOperator: v.optional(v.literal(true)),
});
export type UserInfo = v.InferOutput<typeof UserInfo>;

export const userInfo = endpoint({
  method: 'GET',
  path: '/api/user-info',
  summary: 'The signed-in person, the current account and the linked ones',
  access: 'session',
  allowsRestricted: true,
  answers: { 200: UserInfo },
  errors: [],
});
