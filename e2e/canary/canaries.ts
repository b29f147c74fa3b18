import { demoCardNumber, shownCards } from '../../server/src/demo/waiting-cards.ts';

/**
 * Card numbers that stories type, register, view, copy and send to vendors. Each may be in the vault, sealed, and on its
 * way to the people who may see it; anywhere else it is a leak.
 */
export const canaries: readonly string[] = [
  ...new Set([...shownCards.map(({ number }) => number), demoCardNumber('0932'), demoCardNumber('4821')]),
];

const separators = [' ', '-', '.', '+', '\u00a0', '%20', ''];
const inGroups = (digits: string, separator: string) => digits.replaceAll(/(\d{4})(?=\d)/g, `$1${separator}`);

/** What base64 makes of some bytes wherever in a longer text they begin: the characters that depend on nothing around. */
function base64Of(bytes: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const whole = Math.floor(((before + bytes.length) * 8) / 6);
    return encoded.slice(Math.ceil((before * 8) / 6), whole);
  });
}

/** A number as it may stand in a text: plain, in groups, as hex (of UTF-8 and of UTF-16) and as base64. */
const writtenAs = (digits: string): { form: string; text: string; anyCase: boolean }[] => [
  ...separators.map((separator) => ({
    form: separator === '' ? 'plain' : 'in groups',
    text: inGroups(digits, separator),
    anyCase: false,
  })),
  ...['', ' ', '-'].flatMap((separator) => {
    const text = inGroups(digits, separator);
    return [
      { form: 'hex', text: Buffer.from(text).toString('hex'), anyCase: true },
      { form: 'hex', text: Buffer.from(text, 'utf16le').toString('hex'), anyCase: true },
      ...base64Of(Buffer.from(text)).map((encoded) => ({ form: 'base64', text: encoded, anyCase: false })),
    ];
  }),
];

const forms = canaries.flatMap((digits) => writtenAs(digits).map((form) => ({ ...form, lastFour: digits.slice(-4) })));

/** Every canary in a text, by its last four digits and the form it has; never the number itself. */
export function leaksIn(text: string, place: string): string[] {
  const lower = text.toLowerCase();
  const found = forms.filter((form) => (form.anyCase ? lower : text).includes(form.text));
  return [...new Set(found.map(({ form, lastFour }) => `${place}: the card ending in ${lastFour}, ${form}`))];
}
