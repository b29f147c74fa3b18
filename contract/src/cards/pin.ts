/**
 * Whether a four-digit PIN is obvious, as the agreements define it: 1234 and other runs, four identical digits, a
 * birthdate; or the last four digits of the card.
 * @param birthdate of the holder, yyyy-mm-dd; null where it is not known, as on every screen
 */
export function isObviousPin(
  pin: string,
  { lastFour, birthdate }: { lastFour: string; birthdate: string | null },
): boolean {
  const steps = new Set([...pin].slice(1).map((digit, index) => Number(digit) - Number(pin[index])));
  const [step = 0] = steps;
  if (steps.size === 1 && Math.abs(step) <= 1) return true;
  return pin === lastFour || (birthdate !== null && formsOf(birthdate).includes(pin));
}

/** A date of birth in four digits. */
function formsOf(birthdate: string): string[] {
  const [year = '', month = '', day = ''] = birthdate.split('-');
  const short = year.slice(2);
  return [year, month + day, day + month, month + short, short + month, day + short, short + day];
}
