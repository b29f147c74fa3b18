/** Sixteen digits in four groups of four. */
export const inGroups = (cardNumber: string): string => cardNumber.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** yyyy-mm-dd as MM/yyyy (specification, section 9). */
export const expiryOf = (expirationDate: string): string =>
  `${expirationDate.slice(5, 7)}/${expirationDate.slice(0, 4)}`;

export type CardNetwork = 'Visa' | 'Mastercard';

/** The network of a card by its first digits; null for a number of neither network. */
export const networkOf = (cardNumber: string): CardNetwork | null => {
  if (cardNumber.startsWith('4')) return 'Visa';
  return /^(5[1-5]|2[2-7])/.test(cardNumber) ? 'Mastercard' : null;
};

/** The typed digits on the drawn card, with dots for the missing ones. */
export const filledIn = (digits: string): string => inGroups(digits.slice(0, 16).padEnd(16, '•'));
