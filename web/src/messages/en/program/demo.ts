/** The drawer of demo people on the sign-in page of an installation with demo data. */
export const demoWords = {
  heading: 'Demo people',
  close: 'Close',
  intro: 'Choose a person, and the form is filled in. Access codes appear in the outbox.',
  search: 'Search',
  loading: 'Loading demo people',
  failed: 'We could not load the demo people.',
  none: (query: string) => `Nothing matches “${query}”.`,
  found: (count: number) => (count === 1 ? '1 result' : `${count} results`),
  people: 'People',
  cards: 'Cards to register',
  invites: 'Invites',
  vendorLinks: 'Vendor links',
  copyNumber: (number: string) => `Copy card number ${number}`,
  copied: 'Copied. Paste it on the registration page.',
  notCopied: 'Copying is not allowed here. Select the number instead.',
};
