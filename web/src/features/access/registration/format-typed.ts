/**
 * Formats a text while it is typed, without getting in the way: only text added at the end is formatted, so that
 * deleting and correcting in the middle work as in any field.
 */
export function formatTyped(input: HTMLInputElement, before: string, format: (text: string) => string): void {
  const { value, selectionStart } = input;
  if (selectionStart !== value.length || value.length <= before.length) return;
  input.value = format(value);
}

/** '4111111111111111' as '4111 1111 1111 1111'; other text stays as typed. */
export function cardGroups(text: string): string {
  const digits = text.replaceAll(/[ -]/g, '');
  return /^\d{1,16}$/.test(digits) ? digits.replaceAll(/(\d{4})(?=\d)/g, '$1 ') : text;
}

/** '01151990' as '01/15/1990'; other text stays as typed, such as a date that begins with its year. */
export function dateParts(text: string): string {
  const digits = text.replaceAll('/', '');
  if (!/^\d{1,8}$/.test(digits) || Number(digits.slice(0, 2)) > 12 || /^\d\/|\/\d\//.test(text)) return text;
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter((part) => part !== '').join('/');
}
