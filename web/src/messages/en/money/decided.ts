/** What was decided last, below the requests that wait. */
export const decidedWords = {
  title: 'Decided',
  all: 'All decided requests',
  outcome: (state: string, by: string | null) => (by === null ? state : `${state} by ${by}`),
} as const;
