import type { Feature } from '@florin/contract/program/user-info';
import type { ProgramKey } from './programs.ts';

/** A bank account outside the program: connected, disconnected, or validated by micro-deposits, or not yet. */
export interface DemoBankAccount {
  bank: string;
  lastFour: string;
  state: 'plaid' | 'plaid-unlinked' | 'open-banking-unlinked' | 'validated' | 'awaiting';
}

/** The deposits sent to every demo account that awaits its validation, in cents; docs/demo.md lists them. */
export const demoDepositCents = [32, 57] as const;

/** A business of the demo data; omitted fields have the table's default. */
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
  /** Cards draw on the business at each purchase and have no balance of their own. */
  cardsDrawOnBusiness?: boolean;
  features?: readonly Feature[];
  startSiteMessage?: string;
  mfaMode?: 'Disabled' | 'Enabled' | 'Required';
  /** Permissions and bank accounts need a second administrator. */
  fourEyes?: boolean;
  /** Its account at a bank outside the program; the primary one. */
  bankAccount?: DemoBankAccount;
  /** Suspended automatically when its bank is disconnected. */
  automaticSuspension?: boolean;
  /** How people prove that the card they register is theirs (reading 9). */
  verification?: 'SENT' | 'BIRTH_YEAR';
  /** A PNG file in assets/, shown beside the name of the business. */
  icon?: string;
  /** Lines of its postal address; a vendor enters it as the billing address. */
  address?: readonly string[];
}

const suspendedFor = <const M extends DemoBusiness['suspensionMode']>(suspensionMode: M) =>
  ({ status: 'SUSPENDED', suspensionMode }) as const;

const businesses = {
  northwindTrading: {
    name: 'Northwind Trading',
    fundingSource: 'Prepaid',
    address: ['418 Harbor Street, Suite 300', 'Portland, ME 04101'],
    bankAccount: { bank: 'First Harbor Bank', lastFour: '4471', state: 'validated' },
  },
  brightline: {
    name: 'Brightline Studio',
    fundingSource: 'Credit',
    creditLimit: 250_000_00n,
    cardsDrawOnBusiness: true,
    features: ['business-attachments'],
    address: ['77 Grand Avenue', 'Oakland, CA 94612'],
    bankAccount: { bank: 'Granite State Bank', lastFour: '8820', state: 'plaid' },
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
  /** Offers no second factor. */
  cascadeRentals: { name: 'Cascade Rentals', fundingSource: 'Prepaid', mfaMode: 'Disabled' },
  lakeside: {
    name: 'Lakeside Mutual Aid',
    bank: 'MBFINANCIAL',
    programType: 'OwnedFunds',
    fundingSource: 'Prepaid',
    verification: 'BIRTH_YEAR',
  },
  /** Consumer agreements that no other business uses: one business for each. */
  tipJar: { name: 'Tip Jar Hospitality', bank: 'FIFTHTHIRD', programType: 'OwnedFunds', fundingSource: 'Prepaid' },
  harvestFund: { name: 'Harvest Relief Fund', programType: 'Grants', fundingSource: 'Prepaid' },
  gigPayouts: { name: 'Gig Payouts', programType: 'OwnedFunds', fundingSource: 'Prepaid' },
  /** A name of 60 characters and an eight-digit balance, to test screens with. */
  association: { name: 'International Association of Field Researchers and Surveyors', fundingSource: 'Prepaid' },
  copperKettle: {
    name: 'Copper Kettle Catering',
    fundingSource: 'Prepaid',
    status: 'SUSPENDED',
    suspensionMode: 'Compliance',
  },
  oldPrintShop: { name: 'Old Town Print Shop', fundingSource: 'Prepaid', status: 'CLOSED' },
  /** Closes while people are signed in to it (closing-business.ts). */
  driftwood: { name: 'Driftwood Gallery', fundingSource: 'Prepaid' },
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
  saltbox: { name: 'Saltbox Ceramics', fundingSource: 'Credit', ...suspendedFor('CreditWorthiness') },
  mapleCourt: {
    name: 'Maple Court Dental',
    fundingSource: 'Credit',
    creditLimit: 20_000_00n,
    ...suspendedFor('PlaidConnectivity'),
    bankAccount: { bank: 'First Demo Bank', lastFour: '3106', state: 'plaid-unlinked' },
    automaticSuspension: true,
  },
  ironbridge: { name: 'Ironbridge Cycles', fundingSource: 'Credit', ...suspendedFor('PaymentFailure') },
  nightjar: { name: 'Nightjar Events', fundingSource: 'Prepaid', ...suspendedFor('Fraud') },
  fernhill: { name: 'Fernhill Nursery', fundingSource: 'Prepaid', ...suspendedFor('Default') },
  pebbleBeach: {
    name: 'Pebble & Pine Interiors',
    fundingSource: 'Prepaid',
    status: 'PENDING_REVIEW',
    cardsDrawOnBusiness: true,
    operational: false,
  },
  wildwood: {
    name: 'Wildwood Architects',
    fundingSource: 'Credit',
    creditLimit: 80_000_00n,
    bankAccount: { bank: 'First Demo Bank', lastFour: '5518', state: 'open-banking-unlinked' },
    automaticSuspension: true,
  },
  lanternBooks: {
    name: 'Lantern Books',
    fundingSource: 'Credit',
    creditLimit: 15_000_00n,
    bankAccount: { bank: 'Granite State Bank', lastFour: '2290', state: 'awaiting' },
  },
  harvestMoon: {
    name: 'Harvest Moon Farms',
    fundingSource: 'Credit',
    bankAccount: { bank: 'First Harbor Bank', lastFour: '7734', state: 'validated' },
  },
  summit: { name: 'Summit Street Garage', fundingSource: 'Prepaid' },
  /** Every trouble at once. */
  stonegate: {
    name: 'Stonegate Masonry',
    fundingSource: 'Credit',
    creditLimit: 40_000_00n,
    bankAccount: { bank: 'Prairie Savings Bank', lastFour: '9043', state: 'awaiting' },
  },
  /** Opened today. */
  sproutline: { name: 'Sproutline Gardens', fundingSource: 'Prepaid' },
  compass: { name: 'Compass Surveying', fundingSource: 'Prepaid', icon: 'compass-icon.png', fourEyes: true },
  meridianClub: { name: 'Meridian Running Club', program: 'meridian', fundingSource: 'Prepaid' },
  quillPress: { name: 'Quill Press', program: 'quill', fundingSource: 'Prepaid' },
  fjord: { name: 'Fjord Outfitters', program: 'northwind', fundingSource: 'Prepaid' },
  quayBakery: { name: 'Quay Street Bakery', program: 'harbor', fundingSource: 'Prepaid' },
} as const satisfies Record<string, DemoBusiness>;

export type BusinessKey = keyof typeof businesses;
export const demoBusinesses: Readonly<Record<BusinessKey, DemoBusiness>> = businesses;
export const businessKeys = Object.keys(businesses) as BusinessKey[];
