import { agreementOf } from '@florin/contract/program/agreements';
import type { AgreementName } from '@florin/contract/program/legal-texts';
import type { CardRow } from './facts.ts';

export type OfAgreement = Pick<CardRow, 'bankId' | 'network' | 'programType' | 'fundingSource'>;

/** The agreement of a card's holder. */
export const agreementOfCard = (card: OfAgreement): AgreementName =>
  agreementOf({
    role: 'CARDHOLDER',
    allowAdminViewCardUsage: true,
    fundingSource: card.fundingSource,
    userData: { bankId: card.bankId, bankPayment: card.network, program: card.programType },
  });

const ofConsumers: ReadonlySet<AgreementName> = new Set([
  'cardholder-bancorp-grants-agreement',
  'cardholder-bancorp-disburse-owned-funds-agreement',
  'cardholder-fifththird-grants-agreement',
  'cardholder-fifththird-disburse-owned-funds-agreement',
]);

export const isConsumer = (card: OfAgreement): boolean => ofConsumers.has(agreementOfCard(card));
