/** The problems of a new password (section 5); their sentences are in the web app. */
export const passwordProblems = ['tooShort', 'tooLong', 'tooWeak', 'leaked', 'mismatch'] as const;
export type PasswordProblem = (typeof passwordProblems)[number];
