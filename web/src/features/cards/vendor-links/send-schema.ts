import { createVendorLink } from '@florin/contract/cards/vendor-links';
import { Uuid } from '@florin/contract/fields';
import * as v from 'valibot';
import { centsOf } from '../../../kit/forms/cents-of.ts';
import { cardsWords } from '../../../messages/en/cards/vendor-links.ts';

const { email, invoice, amount, note, processBefore } = createVendorLink.body.entries;

/** Stands for a card that is made for the link. */
export const ownCard = 'own';

/** The values of the form, and those of the call. */
export const SendSchema = v.object({
  cardId: v.pipe(
    v.string('type'),
    v.nonEmpty('missing'),
    v.transform((id) => (id === ownCard ? null : id)),
    v.nullable(Uuid),
  ),
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
  amount: {
    missing: words.amountMissing,
    format: words.amountFormat,
    type: words.amountFormat,
    tooLong: words.amountTooLong,
  },
  note: { tooLong: words.noteTooLong, characters: words.noteCharacters },
  processBefore: { format: words.beforeFormat, tooShort: words.beforePassed },
};
