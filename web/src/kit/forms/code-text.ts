/**
 * The digits of a one-time code in what was typed, pasted or filled in by the phone: '123 456', '123-456', or a whole
 * message such as 'Your code is 123456. It expires in 10 minutes.' A run of exactly `length` digits takes precedence.
 */
export function codeDigits(text: string, length: number): string {
  const ascii = text.normalize('NFKC');
  const groups = ascii.replaceAll(/(?<=\d)[\s\-\u2010-\u2015.]+(?=\d)/g, ' ');
  const whole = runs(ascii).find((run) => run.length === length);
  if (whole !== undefined) return whole;
  const split = groups
    .split(/[^\d ]+/)
    .map((part) => part.replaceAll(' ', ''))
    .find((part) => part.length === length);
  return split ?? runs(ascii).join('').slice(0, length);
}

const runs = (text: string) => text.match(/\d+/g) ?? [];
