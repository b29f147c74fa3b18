/** The pages of /cards, for administrators. */
export const cardsTabsWords = {
  tabs: 'Cards',
  /** The link to these pages with the requests that the reader may decide. */
  waiting: (link: string, count: string) => `${link}, ${count} ${count === '1' ? 'request waits' : 'requests wait'}`,
  more: (most: number) => `${most}+`,
  tab: {
    cards: 'Cards',
    requests: 'Requests',
    policies: 'Policies',
    funding: 'Fund',
    vendorLinks: 'Vendor links',
  },
} as const;
