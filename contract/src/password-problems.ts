/** What is wrong with a new password (section 5); the words are in the web app's messages. */
export const passwordProblems = ['tooShort', 'tooLong', 'tooWeak', 'leaked', 'mismatch'] as const;
export type PasswordProblem = (typeof passwordProblems)[number];
