/** What a card without a name is called. */
export const unnamedCard = { VIRTUAL: 'Virtual card', PHYSICAL: 'Physical card' } as const;
