/** For a field whose text is taken letter by letter, such as a username: phones and browsers correct nothing in it. */
export const exactText = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;
