/** One honest sentence for each page that is not built yet (reading 21). */
export const comingSoonWords = {
  tag: 'Coming soon',
  acts: {
    cards: 'Send card details to a vendor',
    bank: 'Manage bank accounts',
    contact: 'Contact Us',
  },
  sentences: {
    review: 'This page will list the purchases that are waiting for review.',
    reports: 'This page will show spending by person, category and time, ready to export.',
    apps: 'This page will list the programs you can connect to your account.',
    bills: 'This page will list the bills of your business and when they are due.',
    vendors: 'This page will list the vendors your business pays.',
    payments: 'This page will list the payments of your business and let you make new ones.',
    paymentRequests: 'This page will list requests to pay a vendor or a person.',
    reimbursements: 'This page will list new requests to reimburse people.',
    requisitions: 'This page will list requests to buy something before the money is spent.',
    attachments: 'This page will collect the receipts that belong to your purchases.',
    reconciliation: 'This page will match the transactions of your cards with your books.',
    additionalAccounts: 'This page will let you open more accounts for your business.',
    bankStatementsUpload: 'This page will let you upload bank statements for a review of your credit line.',
  },
} as const;
