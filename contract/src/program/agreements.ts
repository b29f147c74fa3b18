import * as v from 'valibot';
import { endpoint } from '../endpoint.ts';
import { agreementNames, LegalText, type AgreementName } from './legal-texts.ts';
import type { UserInfo } from './user-info.ts';

/** The facts that decide which agreement applies to an account. */
export type AgreementHolder = Pick<UserInfo, 'role' | 'allowAdminViewCardUsage' | 'fundingSource'> & {
  userData: Pick<UserInfo['userData'], 'bankId' | 'bankPayment' | 'program'>;
};

/** Which agreement applies to an account, by funding source, bank, payment network and program (reading 13). */
export function agreementOf(holder: AgreementHolder): AgreementName {
  const { bankId, bankPayment, program } = holder.userData;
  if (holder.fundingSource === 'Credit') return 'cardholder-bankcorp-credit-aggreement';
  if (bankId === 'MBFINANCIAL') return 'cardholder-mb-agreement';
  const business = bankPayment === 'Mastercard' ? 'cardholder-bancorp-mc-agreement' : 'cardholder-bancorp-agreement';
  // Consumer pages are for people who spend their own money.
  if (holder.role === 'ADMIN' && !holder.allowAdminViewCardUsage) return business;
  if (bankId === 'FIFTHTHIRD')
    return program === 'Grants'
      ? 'cardholder-fifththird-grants-agreement'
      : 'cardholder-fifththird-disburse-owned-funds-agreement';
  if (bankPayment === 'Mastercard') return business;
  if (program === 'Grants') return 'cardholder-bancorp-grants-agreement';
  if (program === 'OwnedFunds') return 'cardholder-bancorp-disburse-owned-funds-agreement';
  return business;
}

const Accepted = v.object({ version: v.number(), at: v.string() });

/**
 * Whether the person has accepted the agreement of the current account. `asked`: cardholders are asked to accept it.
 * `accepted`: the newest version they have accepted, which may be older than `version`.
 */
const RequestStatus = v.object({
  agreement: v.picklist(agreementNames),
  version: v.number(),
  asked: v.boolean(),
  accepted: v.nullable(Accepted),
});
export type AgreementStatus = v.InferOutput<typeof RequestStatus>;

export const agreementStatus = endpoint({
  method: 'GET',
  path: '/api/agreement/status',
  summary: 'Whether the person has accepted the present version of their agreement',
  access: 'session',
  answers: { 200: RequestStatus },
  errors: [],
});

export const ownAgreement = endpoint({
  method: 'GET',
  path: '/api/agreement',
  summary: 'The agreement of the current account',
  access: 'session',
  answers: { 200: v.object({ status: RequestStatus, text: LegalText }) },
  errors: [],
});

/**
 * The call names the text and version that the person has read. Nothing is saved if another text or version applies
 * now.
 */
export const acceptAgreement = endpoint({
  method: 'POST',
  path: '/api/agreement/acceptance',
  summary: 'Accept the agreement of the current account',
  access: 'session',
  permission: 'agreements.accept',
  body: v.object({
    agreement: v.picklist(agreementNames, 'format'),
    version: v.pipe(v.number('type'), v.integer('format'), v.minValue(1, 'format')),
  }),
  answers: { 200: Accepted },
  errors: ['AGREEMENT_CHANGED'],
});
