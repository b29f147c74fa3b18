/**
 * Whether a username looks like a card number: 13 to 19 digits, with or without spaces or dashes, that pass the Luhn check
 * (ISO/IEC 7812-1), or any 16 digits (section 5, reading 6). Digits of other scripts' widths count as digits.
 */
export function looksLikeCardNumber(typed: string): boolean {
  const digits = typed.normalize('NFKC').replaceAll(/[\s\p{Dash}]/gu, '');
  if (!/^[0-9]{13,19}$/.test(digits)) return false;
  return digits.length === 16 || passesLuhn(digits);
}

function passesLuhn(digits: string): boolean {
  const sum = [...digits]
    .toReversed()
    .map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 2))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return sum % 10 === 0;
}
