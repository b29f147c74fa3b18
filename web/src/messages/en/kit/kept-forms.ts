/** Over a form that was open when the session ended. */
export const keptFormWords = {
  kept: 'We kept what you typed.',
  discard: 'Discard',
} as const;
