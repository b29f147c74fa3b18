/** What is said of deposits where the account of a business is short. */
export const nextDepositWords = {
  failed: 'We could not look for deposits that are on their way.',
  arrives: (amount: string, day: string) => `${amount} is on its way. The next deposit should arrive on ${day}.`,
  see: 'See the deposit',
  add: 'Add money to the account',
} as const;
