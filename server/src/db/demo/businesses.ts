import type { Feature } from '@florin/contract/user-info';
import type { ProgramKey } from './programs.ts';

/** A business as the demo data spells it; what is left out has the table's default. */
export interface DemoBusiness {
  name: string;
  program?: ProgramKey;
  bank?: 'BANCORP' | 'MBFINANCIAL' | 'FIFTHTHIRD';
  programType?: 'Grants' | 'OwnedFunds' | 'Business';
  network?: 'Visa' | 'Mastercard';
  fundingSource: 'Prepaid' | 'Credit';
  /** Minor units; Credit only. */
  creditLimit?: bigint;
  status?: 'OPEN' | 'PENDING_REVIEW' | 'SUSPENDED' | 'CLOSED';
  suspensionMode?: 'CreditWorthiness' | 'PlaidConnectivity' | 'PaymentFailure' | 'Compliance' | 'Fraud' | 'Default';
  operational?: boolean;
  allowAdminViewCardUsage?: boolean;
  /** Cards draw on the business at the moment of purchase instead of holding money of their own. */
  cardsDrawOnBusiness?: boolean;
  features?: readonly Feature[];
  startSiteMessage?: string;
  mfaMode?: 'Disabled' | 'Enabled' | 'Required';
  /** How people who register a card prove that it is theirs (reading 9). */
  verification?: 'SENT' | 'BIRTH_YEAR';
  /** Lines of its post address; a vendor enters it as the billing address. */
  address?: readonly string[];
}

const businesses = {
  northwindTrading: {
    name: 'Northwind Trading',
    fundingSource: 'Prepaid',
    address: ['418 Harbor Street, Suite 300', 'Portland, ME 04101'],
  },
  brightline: {
    name: 'Brightline Studio',
    fundingSource: 'Credit',
    creditLimit: 250_000_00n,
    cardsDrawOnBusiness: true,
    features: ['business-attachments'],
    address: ['77 Grand Avenue', 'Oakland, CA 94612'],
  },
  meadowlark: {
    name: 'Meadowlark Schools',
    bank: 'FIFTHTHIRD',
    programType: 'Grants',
    fundingSource: 'Prepaid',
    allowAdminViewCardUsage: false,
    features: ['business-attachments', 'request-funding'],
  },
  cascade: {
    name: 'Cascade Outdoor',
    network: 'Mastercard',
    fundingSource: 'Prepaid',
    cardsDrawOnBusiness: true,
    features: ['request-funding'],
  },
  /** Has no second factor to offer. */
  cascadeRentals: { name: 'Cascade Rentals', fundingSource: 'Prepaid', mfaMode: 'Disabled' },
  lakeside: {
    name: 'Lakeside Mutual Aid',
    bank: 'MBFINANCIAL',
    programType: 'OwnedFunds',
    fundingSource: 'Prepaid',
    verification: 'BIRTH_YEAR',
  },
  /** A name of 60 characters and an eight-digit balance, for screens to prove themselves on. */
  association: { name: 'International Association of Field Researchers and Surveyors', fundingSource: 'Prepaid' },
  copperKettle: {
    name: 'Copper Kettle Catering',
    fundingSource: 'Prepaid',
    status: 'SUSPENDED',
    suspensionMode: 'Compliance',
  },
  oldPrintShop: { name: 'Old Town Print Shop', fundingSource: 'Prepaid', status: 'CLOSED' },
  juniper: {
    name: 'Juniper Robotics',
    fundingSource: 'Credit',
    status: 'PENDING_REVIEW',
    operational: false,
  },
  tidewater: {
    name: 'Tidewater Freight',
    fundingSource: 'Prepaid',
    status: 'PENDING_REVIEW',
    operational: false,
    startSiteMessage: 'Please finish your application before you log in.',
  },
  fjord: { name: 'Fjord Outfitters', program: 'northwind', fundingSource: 'Prepaid' },
  quayBakery: { name: 'Quay Street Bakery', program: 'harbor', fundingSource: 'Prepaid' },
} as const satisfies Record<string, DemoBusiness>;

export type BusinessKey = keyof typeof businesses;
export const demoBusinesses: Readonly<Record<BusinessKey, DemoBusiness>> = businesses;
export const businessKeys = Object.keys(businesses) as BusinessKey[];
