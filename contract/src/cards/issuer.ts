import type { UserInfo } from '../program/user-info.ts';

/** The banks that issue cards, by `bankId`. */
const banks: Readonly<Record<string, string>> = {
  BANCORP: 'The Bancorp Bank, N.A.',
  MBFINANCIAL: 'MB Financial Bank, N.A.',
  FIFTHTHIRD: 'Fifth Third Bank, N.A.',
};

/** Who issues the cards of an account, and on which network. */
export interface Issuer {
  bank: string;
  network: 'Visa' | 'Mastercard';
}

/**
 * The issuer of an account's cards: the one source for the footer, the dashboard and every legal text (reading 30). An
 * unknown bank counts as BANCORP, and any network but Mastercard as Visa (section 4, the agreement guard).
 */
export const issuerOf = ({ bankId, bankPayment }: Pick<UserInfo['userData'], 'bankId' | 'bankPayment'>): Issuer => ({
  bank: banks[bankId] ?? banks['BANCORP']!,
  network: bankPayment === 'Mastercard' ? 'Mastercard' : 'Visa',
});
