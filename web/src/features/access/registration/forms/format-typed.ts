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
 * Groups a card number while it is typed, wherever the cursor is: it stays behind the same character. A typed digit after
 * the sixteenth is left out. A paste is never shortened, so that a wrong number is seen as one.
 * @param isTyped the change is one key, not a paste or the browser's suggestion
 */
export function groupTyped(input: HTMLInputElement, before: string, isTyped: boolean): void {
  const { value } = input;
  const cursor = input.selectionStart ?? value.length;
  const digits = countDigits(value);
  if (isTyped && digits > digitsOfCard && digits > countDigits(before)) {
    input.value = before;
    input.setSelectionRange(cursor - 1, cursor - 1);
    return;
  }
  const grouped = cardGroups(value);
  if (grouped === value) return;
  let left = withoutSeparators(value.slice(0, cursor)).length;
  let place = 0;
  while (left > 0) if (grouped[place++] !== ' ') left -= 1;
  input.value = grouped;
  input.setSelectionRange(place, place);
}

const countDigits = (text: string) => text.replaceAll(/\D/g, '').length;
/** Numbers copied from a page or a document have spaces and dashes of many kinds. */
const withoutSeparators = (text: string) => text.replaceAll(/[\s\p{Pd}]/gu, '');

/** '4111111111111111' as '4111 1111 1111 1111'. Other characters stay where they are; a text without digits as it is. */
export function cardGroups(text: string): string {
  if (countDigits(text) === 0) return text;
  let digits = 0;
  return withoutSeparators(text).replaceAll(/\d/g, (digit) => (digits++ > 0 && digits % 4 === 1 ? ` ${digit}` : digit));
}

/** '01151990' as '01/15/1990'; other text stays as typed, such as a date that begins with its year. */
export function dateParts(text: string): string {
  const digits = text.replaceAll('/', '');
  if (!/^\d{1,8}$/.test(digits) || Number(digits.slice(0, 2)) > 12 || /^\d\/|\/\d\//.test(text)) return text;
  return [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)].filter((part) => part !== '').join('/');
}
