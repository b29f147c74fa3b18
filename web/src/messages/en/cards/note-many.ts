import { numberText } from '../../number-text.ts';

/** The dialog that writes one note on many transactions. */
export const noteManyWords = {
  title: (rows: number) => (rows === 1 ? 'Note on 1 transaction' : `Note on ${numberText(rows)} transactions`),
  replaces: (rows: number) =>
    rows === 1
      ? 'It replaces the note that 1 of them has.'
      : `It replaces the notes that ${numberText(rows)} of them have.`,
  changed: (notes: readonly string[]) =>
    notes.length === 0
      ? 'Someone else has removed a note since you opened this. Save writes yours.'
      : `Someone else has written since you opened this: ${notes.map((note) => `“${note}”`).join(', ')}. Save replaces that.`,
  missing: 'Note is required',
  save: 'Save',
  saved: (rows: number) =>
    rows === 1 ? 'The note was saved.' : `The note was saved on ${numberText(rows)} transactions.`,
} as const;
