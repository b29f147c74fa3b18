/* Name the forms about a card (`useKept`); without one, it is chosen in the form. */

export const temporaryKey = (cardId = ''): string => `temporary-change ${cardId}`;
export const newPolicyKey = (cardId = ''): string => `new-policy ${cardId}`;
