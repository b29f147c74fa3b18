/** The pages of /cards, for administrators. */
export const cardsTabsWords = {
  tabs: 'Cards',
  more: (most: number) => `${most}+`,
  tab: {
    cards: 'Cards',
    requests: 'Requests',
    policies: 'Policies',
    funding: 'Fund',
    vendorLinks: 'Vendor links',
  },
} as const;
