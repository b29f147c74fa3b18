import { createVendorLink } from '@florin/contract/vendor-links';
import { Uuid } from '@florin/contract/fields';
import * as v from 'valibot';
import { cardsWords } from '../../../messages/en/vendor-links.ts';

/** '1,284.5' as 128450; null for an empty field, NaN for anything else. */
export function centsOf(typed: string): number | null {
  const amount = typed.trim().replace(/^\$\s*/, '');
  if (amount === '') return null;
  if (!/^(\d{1,3}(,\d{3})+|\d{1,12})(\.\d{1,2})?$/.test(amount)) return Number.NaN;
  const [dollars = '', cents = ''] = amount.replaceAll(',', '').split('.');
  return Number(dollars + cents.padEnd(2, '0'));
}

const { email, invoice, amount, note, processBefore } = createVendorLink.body.entries;

/** The values of the form, and those of the call. */
export const SendSchema = v.object({
  cardId: v.pipe(v.string('type'), v.nonEmpty('missing'), Uuid),
  email,
  invoice,
  amount: v.pipe(v.string('type'), v.transform(centsOf), amount.wrapped),
  note,
  processBefore: v.pipe(
    v.string('type'),
    v.transform((day) => (day === '' ? null : day)),
    processBefore.wrapped,
  ),
});

const words = cardsWords.dialog;
export const sendWords = {
  cardId: { missing: words.cardRequired },
  email: { missing: words.emailRequired, format: words.emailFormat, tooLong: words.emailTooLong },
  invoice: { tooLong: words.invoiceTooLong, characters: words.invoiceCharacters },
  amount: { format: words.amountFormat, type: words.amountFormat, tooLong: words.amountTooLong },
  note: { tooLong: words.noteTooLong, characters: words.noteCharacters },
  processBefore: { format: words.beforeFormat, tooShort: words.beforePassed },
};
