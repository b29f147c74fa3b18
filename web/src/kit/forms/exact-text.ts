/** For a field whose text must be exact, such as a username: phones and browsers do not correct it. */
export const exactText = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;

/** Takes away the spaces around a text, which copying and keyboard suggestions add; those of a password are its own. */
export function trimText(input: HTMLInputElement | HTMLTextAreaElement): void {
  if (input.type !== 'password' && input.value !== input.value.trim()) input.value = input.value.trim();
}
