/** Sixteen digits in four groups of four. */
export const inGroups = (cardNumber: string): string => cardNumber.replaceAll(/(\d{4})(?=\d)/g, '$1 ');

/** yyyy-mm-dd as MM/yyyy (specification, section 9). */
export const expiryOf = (expirationDate: string): string =>
  `${expirationDate.slice(5, 7)}/${expirationDate.slice(0, 4)}`;
