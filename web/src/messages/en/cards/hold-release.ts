/** Asks a merchant to release a hold, which nobody else can. */
export const holdReleaseWords = {
  lead: 'Only the merchant can release a hold before its date. Send this text, or read it out at the desk. Nothing changes here until the release arrives.',
  subject: (amount: string, day: string) => `Release of a card hold: ${amount}, ${day}`,
  /** `amount` is on hold; `foreign` is the same in the currency of the merchant. */
  text: ({ merchant, when, amount, foreign, last4, holder }: ReleaseText) =>
    [
      'Hello,',
      `${merchant} has ${amount}${foreign === null ? '' : ` (${foreign})`} on hold on the card ending in ${last4}${holder === null ? '' : ` of ${holder}`}. It was authorized on ${when}.`,
      'Please charge the final amount, or have the rest of the authorization reversed by your card processor if nothing more will be charged.',
      'Thank you.',
    ].join('\n\n'),
  copy: 'Copy the text',
  copied: 'The text was copied.',
  copyFailed: 'The text could not be copied. Select it and copy it yourself.',
  mail: 'Write an email',
  close: 'Close',
} as const;

interface ReleaseText {
  merchant: string;
  when: string;
  amount: string;
  foreign: string | null;
  last4: string;
  holder: string | null;
}
