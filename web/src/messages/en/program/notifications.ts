import type { NotificationKind } from '@florin/contract/program/notification-preferences';

/** What people are notified of: /account/notifications and /business-settings/notifications. */
export const notificationWords = {
  title: 'What you are notified of',
  intro: {
    own: (email: string | null, phone: string | null) =>
      [
        email === null ? 'You have no confirmed email address, so you get no emails.' : `Emails go to ${email}.`,
        phone === null ? 'You have no confirmed phone that takes texts.' : `Texts go to ${phone}.`,
      ].join(' '),
    isDefault: 'You have not chosen anything yet: this is what your business has set.',
    chosen: 'You have chosen for yourself. Changes by your business do not affect you.',
  },
  reset: 'Follow the business again',
  wasReset: 'You follow the settings of your business again.',
  columns: { kind: 'Event', email: 'Email', text: 'Text' },
  kinds: {
    PURCHASE: { name: 'Purchases', text: 'A card was used.' },
    DECLINE: { name: 'Declined purchases', text: 'A purchase was declined. The message says why, and what helps.' },
    REFUND: { name: 'Refunds', text: 'A merchant has returned money.' },
    REQUEST: { name: 'Requests', text: 'Something waits for a decision, or was decided.' },
    FUNDING: { name: 'Card funding', text: 'Money was added to a card, or taken back from it.' },
    LOW_BALANCE: { name: 'Low balance', text: 'A balance fell below the amount that is set. Once a day at most.' },
    CARD_CHANGE: { name: 'Card changes', text: 'A card was issued, frozen, replaced or closed.' },
  } satisfies Record<NotificationKind, { name: string; text: string }>,
  email: { OFF: 'Off', NOW: 'At once', DIGEST: 'Daily digest' },
  emailOf: (kind: string) => `Email about ${kind.toLowerCase()}`,
  textOf: (kind: string) => `Text about ${kind.toLowerCase()}`,
  text: 'Text',
  digest: (hour: string, zone: string) => `The digest is one email at ${hour} (${zone}).`,
  quiet: {
    title: 'Quiet hours',
    label: 'No texts at night',
    hint: (zone: string) => `We hold texts during these hours and send them afterward. Times are in ${zone}.`,
    from: 'From',
    until: 'Until',
    format: 'Please enter a time, such as 21:00.',
  },
  low: {
    title: 'Low balance',
    label: 'Notify below, in US dollars',
    format: 'Please enter an amount in dollars, such as 250 or 250.50.',
    tooLong: 'Please enter at most $1,000,000.',
  },
  save: 'Save',
  saving: 'Saving',
  saved: 'Your choice has been saved.',
  loadFailed: 'We could not load what you are notified of.',
  business: {
    intro: (business: string) =>
      `What people of ${business} are notified of until they choose for themselves. A change does not affect people who have chosen.`,
    roles: { ADMIN: 'Administrators', CARDHOLDER: 'Cardholders' },
    tabs: 'Role',
    loadFailed: 'We could not load the notifications of your business.',
  },
} as const;
