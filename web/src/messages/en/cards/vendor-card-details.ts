/** The page that a vendor's link leads to. */
export const vendorCardWords = {
  title: 'Vendor Card Details',
  intro:
    'The business named in your email shares card details with you, so that you can take its payment. They can be shown once: have your card terminal ready.',
  support: (phone: string) => `Not expecting this? Call us first: ${phone}.`,
  show: 'Show card details',
  showing: 'Loading the card details',
  slow: 'This is taking longer than usual. Please keep this page open.',
  sender: 'Sender',
  invoice: 'Invoice',
  address: 'Address',
  amount: 'Amount',
  usd: 'USD',
  before: (date: string) => `Process a payment before ${date}`,
  until: (time: string) => `Shown until ${time}. Once you close or reload this page the details are gone.`,
  expired: 'This link has expired. You cannot view card details anymore.',
  openAgain:
    'If you have not seen the details yet, open the link in your email again. Otherwise ask the business for a new one.',
  askForAnother: 'If you still need the details, ask the business for a new link.',
  guide: 'How to take the payment',
  steps: [
    { title: 'Get the card details', text: 'Copy the card number, expiry and CVV2 from this page.' },
    { title: 'Enter them into your terminal', text: 'Charge the exact amount. Another amount may be declined.' },
    { title: 'The payment follows', text: 'You receive it like any other card payment.' },
  ],
} as const;
