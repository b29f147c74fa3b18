/** For a field whose text must be exact, such as a username: phones and browsers do not correct it. */
export const exactText = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;
