/** For a field whose text must be exact, such as a username: phones and browsers do not correct it. */
export const exactText = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;

/** Removes the spaces that copying and keyboard suggestions add around a text. A password keeps its spaces. */
export function trimText(input: HTMLInputElement | HTMLTextAreaElement): void {
  if (input.type !== 'password' && input.value !== input.value.trim()) input.value = input.value.trim();
}
