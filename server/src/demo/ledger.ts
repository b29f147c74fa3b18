import type { BusinessKey } from './businesses.ts';

/** Minor units, and whole days before the demo data is written. */
export interface DatedAmount {
  daysAgo: number;
  amount: bigint;
}

/** Bank transfers into the prepaid pools. */
export const fundings: Readonly<Partial<Record<BusinessKey, readonly DatedAmount[]>>> = {
  northwindTrading: [
    { daysAgo: 44, amount: 40_000_00n },
    { daysAgo: 16, amount: 20_760_55n },
  ],
  meadowlark: [{ daysAgo: 40, amount: 30_000_00n }],
  cascade: [
    { daysAgo: 38, amount: 12_000_00n },
    { daysAgo: 9, amount: 9_500_00n },
  ],
  lakeside: [{ daysAgo: 35, amount: 18_000_00n }],
  association: [
    { daysAgo: 44, amount: 30_000_000_00n },
    { daysAgo: 20, amount: 18_250_000_37n },
  ],
  copperKettle: [{ daysAgo: 41, amount: 6_830_00n }],
  oldPrintShop: [{ daysAgo: 43, amount: 3_200_00n }],
  tipJar: [{ daysAgo: 34, amount: 4_000_00n }],
  harvestFund: [{ daysAgo: 33, amount: 6_000_00n }],
  gigPayouts: [{ daysAgo: 32, amount: 5_000_00n }],
  fjord: [{ daysAgo: 30, amount: 22_000_00n }],
  summit: [{ daysAgo: 26, amount: 1_250_00n }],
  quayBakery: [{ daysAgo: 28, amount: 9_750_00n }],
};

/** Announced bank transfers that have not arrived. */
export const incoming: Readonly<Partial<Record<BusinessKey, DatedAmount>>> = {
  northwindTrading: { daysAgo: 1, amount: 15_000_00n },
};

/** Money that a business took back to its bank before it closed. */
export const withdrawals: Readonly<Partial<Record<BusinessKey, DatedAmount>>> = {
  oldPrintShop: { daysAgo: 12, amount: 3_150_00n },
};

/** Payments of Credit businesses towards their debt. */
export const repayments: Readonly<Partial<Record<BusinessKey, readonly DatedAmount[]>>> = {
  brightline: [{ daysAgo: 13, amount: 400_00n }],
};

/** The monthly fee, in minor units. */
export const monthlyFees: Readonly<Partial<Record<BusinessKey, bigint>>> = {
  northwindTrading: 50_00n,
  brightline: 75_00n,
  cascade: 50_00n,
  association: 400_00n,
  copperKettle: 50_00n,
  oldPrintShop: 50_00n,
  fjord: 50_00n,
};

/** Fees that the balance could not cover and that are still owed, in minor units. */
export const unpaidFees: Readonly<Partial<Record<BusinessKey, bigint>>> = {
  summit: 25_00n,
  stonegate: 140_00n,
};

/** A card by its last four digits: its loads (none if it draws on the business) and its purchases. */
export interface CardHistory {
  loaded: bigint;
  purchases: number;
  /** The load was returned to the business, because the card was closed. */
  unloaded?: boolean;
  /** A fee for a replacement card. */
  replaced?: boolean;
}

export const cardHistories: Readonly<Record<string, CardHistory>> = {
  '0932': { loaded: 3_500_00n, purchases: 14 },
  '4821': { loaded: 4_000_00n, purchases: 12 },
  '3056': { loaded: 1_500_00n, purchases: 5 },
  '8890': { loaded: 2_000_00n, purchases: 8, replaced: true },
  '4402': { loaded: 600_00n, purchases: 2 },
  '6671': { loaded: 900_00n, purchases: 3 },
  '2204': { loaded: 0n, purchases: 14 },
  '5543': { loaded: 1_800_00n, purchases: 7 },
  '1187': { loaded: 250_00n, purchases: 0, unloaded: true },
  '2765': { loaded: 1_200_00n, purchases: 4 },
  '7710': { loaded: 0n, purchases: 9 },
  '9034': { loaded: 0n, purchases: 3 },
  '1529': { loaded: 0n, purchases: 3 },
  '6318': { loaded: 2_200_00n, purchases: 6 },
  '2518': { loaded: 420_00n, purchases: 2 },
  '7163': { loaded: 750_00n, purchases: 3 },
  '9480': { loaded: 610_00n, purchases: 2 },
  '3377': { loaded: 5_000_00n, purchases: 6 },
  '7345': { loaded: 0n, purchases: 0 },
  '5127': { loaded: 0n, purchases: 0 },
  '4456': { loaded: 0n, purchases: 0 },
  '6120': { loaded: 350_00n, purchases: 2 },
  '8213': { loaded: 0n, purchases: 0 },
  '2936': { loaded: 0n, purchases: 0 },
};

/** Merchants, each with a usual amount in minor units. */
export const merchants = [
  { name: 'Blue Heron Airways', usual: 284_60n },
  { name: 'Cedar Lane Grocery', usual: 61_35n },
  { name: 'Pixelforge Software', usual: 45_00n },
  { name: 'Volt & Pump Fuel', usual: 62_75n },
  { name: 'Hotel Marigold', usual: 189_00n },
  { name: 'Ironwood Hardware', usual: 97_18n },
  { name: 'Paper & Quill Office Supply', usual: 48_09n },
  { name: 'Saffron Table', usual: 38_50n },
  { name: 'Metro Rail Tickets', usual: 24_00n },
  { name: 'Skyline Cloud Hosting', usual: 119_22n },
  { name: 'Greenleaf Print', usual: 73_40n },
] as const;
