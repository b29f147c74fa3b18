/** A vendor's link whose code is public, like everything in the demo data. */
export interface DemoVendorLink {
  email: string;
  /** What to try with it: printed at start. */
  what: string;
  /** Stands at the end of /card-details-request/… */
  code: string;
  /** Last four digits of a card of `admin`'s business. */
  card: string;
  invoice?: string;
  /** US dollars, in cents. */
  amountCents?: bigint;
  note?: string;
  processInDays?: number;
  sentDaysAgo: number;
  became?: 'VIEWED' | 'USED' | 'REVOKED';
}

const code = (name: string) => `vln_${`demo-${name}-`.padEnd(43, '0')}`;

/**
 * Card details that `admin` has sent to vendors: one link that works, and one for each way that a link stops working.
 */
export const demoVendorLinks: readonly DemoVendorLink[] = [
  {
    email: 'billing@harborline-freight.example',
    what: 'works once',
    code: code('ready'),
    card: '0932',
    invoice: 'INV-2041',
    amountCents: 1_284_50n,
    note: 'Freight of October, as agreed on the phone.',
    processInDays: 14,
    sentDaysAgo: 1,
  },
  {
    email: 'accounts@pinegrove-paper.example',
    what: 'opened, but the details never arrived',
    code: code('viewed'),
    card: '0932',
    invoice: '88-1907',
    sentDaysAgo: 2,
    became: 'VIEWED',
  },
  {
    email: 'office@silverbirch-catering.example',
    what: 'used',
    code: code('used'),
    card: '0932',
    invoice: 'SB-311',
    amountCents: 642_00n,
    sentDaysAgo: 3,
    became: 'USED',
  },
  {
    email: 'sales@lanternworks.example',
    what: 'revoked',
    code: code('revoked'),
    card: '0932',
    amountCents: 75_00n,
    sentDaysAgo: 4,
    became: 'REVOKED',
  },
  {
    email: 'hello@oakridge-printing.example',
    what: 'expired',
    code: code('expired'),
    card: '0932',
    invoice: 'Oakridge Printing, letterheads and envelopes, second batch',
    amountCents: 98_000_10n,
    sentDaysAgo: 12,
  },
];
