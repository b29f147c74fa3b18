/**
 * Formats a text while it is typed, without getting in the way: only text added at the end is formatted, so that
 * deleting and correcting in the middle work as in any field.
 */
export function formatTyped(input: HTMLInputElement, before: string, format: (text: string) => string): void {
  const { value, selectionStart } = input;
  if (selectionStart !== value.length || value.length <= before.length) return;
  input.value = format(value);
}

const digitsOfCard = 16;

/**
 * Groups a card number while it is typed, wherever the cursor is: it stays behind the same digit. A typed digit after the
 * sixteenth is left out. A paste is never shortened, so that a wrong number is seen as one.
 * @param isTyped the change is one key, not a paste or the browser's suggestion
 */
export function groupTyped(input: HTMLInputElement, before: string, isTyped: boolean): void {
  const { value } = input;
  const cursor = input.selectionStart ?? value.length;
  if (isTyped && /^[\d -]*$/.test(value) && countDigits(value) > digitsOfCard && value.length > before.length) {
    input.value = before;
    input.setSelectionRange(cursor - 1, cursor - 1);
    return;
  }
  const grouped = cardGroups(value);
  if (grouped === value) return;
  const digitsBefore = countDigits(value.slice(0, cursor));
  input.value = grouped;
  const place = digitsBefore + Math.floor(Math.max(0, digitsBefore - 1) / 4);
  input.setSelectionRange(place, place);
}

const countDigits = (text: string) => text.replaceAll(/\D/g, '').length;

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
