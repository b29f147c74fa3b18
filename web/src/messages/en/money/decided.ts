/** What was decided last, below the requests that wait. */
export const decidedWords = {
  title: 'Decided, latest asked first',
  all: 'All decided requests',
  outcome: (state: string, by: string | null) => (by === null ? state : `${state} by ${by}`),
} as const;
