/** The limits that an approved request raised. */
export const raisedWords = {
  title: 'Raised limits',
  /** '$120.00 a day at Restaurants until Dec 3, 2026, 12:00 AM' */
  limit: (amount: string, period: string, group: string | null, until: string) =>
    `${amount} ${period}${group === null ? '' : ` at ${group}`} until ${until}`,
} as const;
