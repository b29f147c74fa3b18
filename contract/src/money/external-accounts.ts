import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { requiredLine, requiredText, token, TypedPassword, Uuid } from '../fields.ts';
import * as limits from '../limits.ts';

export const AuthenticationMethod = v.picklist(['PLAID', 'OPENBANKING', 'MICRODEPOSITS']);
/** AWAITINGMINIDEPOSIT is the specification's name. VALIDATIONFAILED: no tries are left. */
export const ExternalAccountStatus = v.picklist(['ACTIVE', 'AWAITINGMINIDEPOSIT', 'VALIDATIONFAILED']);
export type ExternalAccountStatus = v.InferOutput<typeof ExternalAccountStatus>;
export const AccountType = v.picklist(['CHECKING', 'SAVINGS'], 'format');

/** A bank account of the business, outside the program. `openBankingConnection` is null for micro-deposits. */
export const ExternalAccount = v.object({
  id: v.string(),
  bankName: v.string(),
  accountType: AccountType,
  accountLast4: v.string(),
  authenticationMethod: AuthenticationMethod,
  openBankingConnection: v.nullable(v.object({ isActive: v.boolean() })),
  status: ExternalAccountStatus,
  isPrimary: v.boolean(),
  /** For an account that waits for validation: the state of its deposits, and the tries left. */
  validation: v.nullable(v.object({ depositsSent: v.boolean(), triesLeft: v.number() })),
});
export type ExternalAccount = v.InferOutput<typeof ExternalAccount>;

/** Section 3, primary credit bank. Null if the business has no credit or no bank yet. */
export const primaryCreditBank = endpoint({
  method: 'GET',
  path: '/api/primary-credit-bank',
  summary: 'The bank that the credit of the current business is paid from',
  access: 'session',
  permission: 'external-accounts.view',
  answers: { 200: v.object({ primaryBank: v.nullable(ExternalAccount) }) },
  errors: [],
});

export const externalAccounts = endpoint({
  method: 'GET',
  path: '/api/external-accounts',
  summary: 'The bank accounts of the current business',
  access: 'session',
  permission: 'external-accounts.view',
  answers: {
    200: v.object({
      accounts: v.array(ExternalAccount),
      /**
       * How people sign in to a bank: `embedded`: in a dialog of the dashboard · null: accounts are added only by
       * micro-deposits.
       */
      openBanking: v.nullable(v.picklist(['embedded', 'plaid'])),
    }),
  },
  errors: [],
});

/** The check digit of an American routing number (ABA): 3, 7 and 1 by turns. */
const hasRightCheckDigit = (digits: string) =>
  [...digits].reduce((sum, digit, i) => sum + Number(digit) * [3, 7, 1][i % 3]!, 0) % 10 === 0;

export const RoutingNumber = v.pipe(
  v.string('type'),
  v.trim(),
  v.nonEmpty('missing'),
  v.regex(/^\d{9}$/, 'format'),
  v.check((digits) => hasRightCheckDigit(digits), 'format'),
);
export const BankAccountNumber = v.pipe(
  v.string('type'),
  v.trim(),
  v.nonEmpty('missing'),
  v.regex(/^\d{4,17}$/, 'format'),
);

/** Sends two micro-deposits to the account, which can be used once their amounts are confirmed. */
export const addExternalAccount = endpoint({
  method: 'POST',
  path: '/api/external-accounts',
  summary: 'Add a bank account, to be validated by two micro-deposits',
  access: 'session',
  permission: 'external-accounts.connect',
  limit: { per: 'session', requests: 10, windowSeconds: 600 },
  body: v.object({
    bankName: requiredLine(60),
    accountType: AccountType,
    routingNumber: RoutingNumber,
    accountNumber: BankAccountNumber,
    /** The account whose lost connection this replaces. Its numbers must be the same. */
    reconnects: v.optional(Uuid),
  }),
  answers: { 201: ExternalAccount },
  errors: [
    'BANK_UNAVAILABLE',
    'STEP_UP_REQUIRED',
    'BANK_ACCOUNT_EXISTS',
    'BANK_ACCOUNT_LIMIT_REACHED',
    'BUSINESS_NOT_OPEN',
    'SECOND_ADMINISTRATOR_REQUIRED',
  ],
});

/** Starts a sign-in at a bank, with a fresh proof. `linkToken` opens the provider's window. */
export const startBankLink = endpoint({
  method: 'POST',
  path: '/api/bank-links',
  summary: 'Start connecting bank accounts, or reconnecting a lost one, by signing in to the bank',
  access: 'session',
  permission: 'external-accounts.connect',
  limit: { per: 'session', requests: 10, windowSeconds: 600 },
  body: v.object({
    /** The account whose connection was lost. */
    reconnects: v.optional(Uuid),
  }),
  answers: { 201: v.object({ id: v.string(), linkToken: v.string(), expiresAt: v.string() }) },
  errors: [
    'BANK_UNAVAILABLE',
    'STEP_UP_REQUIRED',
    'BANK_LINK_FAILED',
    'BANK_ACCOUNT_EXISTS',
    'BANK_ACCOUNT_LIMIT_REACHED',
    'BUSINESS_NOT_OPEN',
    'SECOND_ADMINISTRATOR_REQUIRED',
  ],
});

/**
 * Connects the accounts that were shared at the bank. Only the session that started the link can finish it. Repeating
 * the call is safe.
 */
export const finishBankLink = endpoint({
  method: 'POST',
  path: '/api/bank-links/{id}/finish',
  summary: 'Connect the accounts that were shared at the bank',
  access: 'session',
  permission: 'external-accounts.connect',
  limit: { per: 'session', requests: 30, windowSeconds: 600 },
  params: v.object({ id: Uuid }),
  body: v.object({ publicToken: requiredText(500) }),
  answers: { 200: v.object({ accounts: v.array(ExternalAccount) }) },
  errors: [
    'BANK_UNAVAILABLE',
    'BANK_LINK_FAILED',
    'BANK_ACCOUNT_EXISTS',
    'BANK_ACCOUNT_LIMIT_REACHED',
    'VALIDATION_LOCKED',
    'BUSINESS_NOT_OPEN',
  ],
});

/** A sealed token of the embedded bank, or of a sign-in there. */
const SealedToken = requiredText(2000);
const ofTheVisit = { per: 'session', requests: 30, windowSeconds: 600 } as const;

/** The embedded bank's sign-in. NOT_FOUND where banks are connected by a real provider. */
export const signInToDemoBank = endpoint({
  method: 'POST',
  path: '/api/demo-bank/sign-in',
  summary: 'Sign in to the demo bank, to choose accounts to connect',
  access: 'session',
  permission: 'external-accounts.connect',
  limit: ofTheVisit,
  body: v.object({ linkToken: SealedToken, username: requiredText(80), password: TypedPassword }),
  answers: {
    200: v.object({
      visit: v.string(),
      institution: v.string(),
      accounts: v.array(
        v.object({
          id: v.string(),
          name: v.string(),
          mask: v.string(),
          /** A checking or savings account. */
          isEligible: v.boolean(),
        }),
      ),
    }),
  },
  errors: ['BANK_LINK_FAILED'],
});

export const shareDemoBankAccounts = endpoint({
  method: 'POST',
  path: '/api/demo-bank/share',
  summary: 'Share accounts of the demo bank, and end the visit',
  access: 'session',
  permission: 'external-accounts.connect',
  limit: ofTheVisit,
  body: v.object({ visit: SealedToken, accountIds: v.pipe(v.array(requiredText(60)), v.maxLength(20, 'tooLong')) }),
  answers: { 200: v.object({ publicToken: v.string() }) },
  errors: ['BANK_LINK_FAILED'],
});

/** One amount in cents. */
const Cents = v.pipe(
  v.number('type'),
  v.integer('format'),
  v.minValue(1, 'format'),
  v.maxValue(limits.microDeposits.largestCents, 'format'),
);
/** In any order. */
export const DepositAmounts = v.strictTuple([Cents, Cents]);

/** Three tries, each counted before it is checked. */
export const validateExternalAccount = endpoint({
  method: 'POST',
  path: '/api/external-accounts/{id}/validate',
  summary: 'Confirm a bank account by the amounts of its two micro-deposits',
  access: 'session',
  permission: 'external-accounts.validate',
  limit: { per: 'session', requests: 30, windowSeconds: 600 },
  params: v.object({ id: Uuid }),
  body: v.object({ amounts: DepositAmounts }),
  answers: { 200: ExternalAccount },
  errors: ['DEPOSITS_NOT_SENT', 'DEPOSIT_AMOUNTS_WRONG', 'VALIDATION_LOCKED', 'VALIDATION_OVER', 'BUSINESS_NOT_OPEN'],
});

const FundsCode = token('fnd');
const perAddress = { per: 'address', requests: 60, windowSeconds: 60 } as const;

/**
 * The form that the mailed link opens: the same validation, for the person who reads the bank's statements (decision
 * 015).
 */
export const openFundsVerification = endpoint({
  method: 'POST',
  path: '/api/funds-verification/open',
  summary: 'What a funds verification link is about',
  access: 'public',
  limit: perAddress,
  body: v.object({ code: FundsCode }),
  answers: {
    200: v.object({
      businessName: v.string(),
      bankName: v.string(),
      accountLast4: v.string(),
      depositsSent: v.boolean(),
      triesLeft: v.number(),
    }),
  },
  errors: ['FUNDS_LINK_INVALID'],
});

export const verifyFunds = endpoint({
  method: 'POST',
  path: '/api/funds-verification',
  summary: 'Confirm a bank account by a link and the amounts of its two micro-deposits',
  access: 'public',
  limit: perAddress,
  body: v.object({ code: FundsCode, amounts: DepositAmounts }),
  answers: { 200: v.object({}) },
  errors: ['FUNDS_LINK_INVALID', 'DEPOSITS_NOT_SENT', 'DEPOSIT_AMOUNTS_WRONG', 'VALIDATION_LOCKED', 'VALIDATION_OVER'],
});
