import { randomInt } from 'node:crypto';
import { inspect } from 'node:util';

const digitsOfCard = 16;
const redacted = '[REDACTED]';

/**
 * A card number. Printed, logged or sent, it reads `[REDACTED]` (security design P32); only `reveal()` returns its
 * digits, and only the vault calls it.
 */
export class Pan {
  readonly #digits: string;

  private constructor(digits: string) {
    this.#digits = digits;
  }

  /** Sixteen digits with a correct check digit (ISO/IEC 7812-1); null for anything else. */
  static parse(digits: string): Pan | null {
    return /^\d{16}$/.test(digits) && luhnSum(digits) % 10 === 0 ? new Pan(digits) : null;
  }

  /** A random number of a BIN (six or eight digits). The vault's index decides whether it is unused. */
  static generate(bin: string): Pan {
    const length = digitsOfCard - 1 - bin.length;
    const middle = String(randomInt(10 ** length)).padStart(length, '0');
    return Pan.complete(bin + middle);
  }

  /** Appends the check digit to the first fifteen digits. */
  static complete(fifteen: string): Pan {
    const check = (10 - (luhnSum(`${fifteen}0`) % 10)) % 10;
    return new Pan(`${fifteen}${check}`);
  }

  /** These digits and the last four may be stored in clear (PCI DSS 3.4.1). */
  get bin(): string {
    return this.#digits.slice(0, 6);
  }

  get lastFour(): string {
    return this.#digits.slice(-4);
  }

  /** The sixteen digits, for sealing, indexing and showing. */
  reveal(): string {
    return this.#digits;
  }

  toString(): string {
    return redacted;
  }

  toJSON(): string {
    return redacted;
  }

  [inspect.custom](): string {
    return redacted;
  }
}

const luhnSum = (digits: string): number =>
  [...digits]
    .toReversed()
    .map((digit, index) => Number(digit) * (index % 2 === 0 ? 1 : 2))
    .reduce((sum, value) => sum + (value > 9 ? value - 9 : value), 0);
