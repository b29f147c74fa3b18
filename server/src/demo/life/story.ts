import type { AuthorizationRequest } from '../../core/authorizations/request.ts';
import { merchants } from '../../ports/card-processor/simulator/merchants.ts';
import { requestAt, type LifePurchase, type Next } from './habits.ts';

type Ago = (days: number, hours?: number) => Date;

/** Noon of New York, or an hour after or before it, that many days ago. */
const eastern = (now: Date, days: number, hour: number) =>
  new Date(
    Temporal.Instant.fromEpochMilliseconds(now.getTime())
      .toZonedDateTimeISO('America/New_York')
      .toPlainDate()
      .subtract({ days })
      .toZonedDateTime({ timeZone: 'America/New_York', plainTime: '00:00' }).epochMilliseconds +
      hour * 3_600_000,
  );

const merchantNamed = (name: string) => {
  const found = merchants.find((merchant) => merchant.name === name);
  if (!found) throw new Error(`There is no merchant ${name}.`);
  return found;
};

const clears: Next = { type: 'CLEARING', hours: 30, amount: (approved) => approved };

interface Attempt {
  /** Names the request: mostly the decline that it reaches. */
  name: string;
  card: string;
  at: Date;
  merchant: string;
  dollars: number;
  change?: Partial<AuthorizationRequest>;
  milliseconds?: number;
  after?: readonly Next[];
}

const bought = ({
  name,
  card,
  at,
  merchant,
  dollars,
  change,
  milliseconds,
  after = [clears],
}: Attempt): LifePurchase => ({
  card,
  request: { ...requestAt(merchantNamed(merchant), Math.round(dollars * 100), at, `life/story/${name}`), ...change },
  after,
  ...(milliseconds !== undefined && { milliseconds }),
});

/** What processors find wrong before they ask. */
const failedChecks = [
  'cvc_mismatch',
  'expiry_mismatch',
  'zip_mismatch',
  'address_mismatch',
  'pin_wrong',
  'pin_blocked',
  'pin_not_set',
  'suspected_fraud',
  'challenge_failed',
] as const;

/** What habits do not bring: the evening of Priya Nair, a decline of each code, and what is under way now. */
export function storyPurchases(now: Date, ago: Ago): LifePurchase[] {
  const yesterday = (hour: number) => eastern(now, 1, hour);
  const attempts: Attempt[] = [
    // Yesterday of Priya Nair: $140.00 of $200.00 a day, and a dinner above what is left.
    { name: 'taxi', card: '0932', at: yesterday(8.5), merchant: 'Checker City Cab', dollars: 45 },
    { name: 'paper', card: '0932', at: yesterday(11.3), merchant: 'Quill & Folder', dollars: 76.55 },
    { name: 'lunch', card: '0932', at: yesterday(13.1), merchant: 'Lark Street Coffee', dollars: 18.45 },
    { name: 'limit_day', card: '0932', at: yesterday(20.9), merchant: 'Trattoria Lucca', dollars: 86.4 },
    { name: 'limit_transaction', card: '0932', at: eastern(now, 3, 19), merchant: 'Maison Verbeke', dollars: 164.2 },
    // Today, as far as it has come.
    { name: 'now 1', card: '4821', at: ago(0, 0.4), merchant: 'Checker City Cab', dollars: 23.18 },
    { name: 'now 2', card: '3056', at: ago(0, 1), merchant: 'Lark Street Coffee', dollars: 11.75 },
    { name: 'now 3', card: '8890', at: ago(0, 2), merchant: 'Harbor Foods', dollars: 87.6 },
    {
      name: 'now 4',
      card: '6671',
      at: ago(0, 3),
      merchant: 'Meridian Fuel, pump 4',
      dollars: 125,
      change: { isEstimate: true },
    },
    {
      name: 'refund under way',
      card: '4821',
      at: ago(9),
      merchant: 'Checker City Cab',
      dollars: 218.4,
      after: [clears, { type: 'CREDIT_AUTHORIZATION', hours: 9 * 24 - 4, amount: (approved) => approved }],
    },
    // One of each decline.
    { name: 'insufficient_funds', card: '8890', at: ago(2), merchant: 'Quill & Folder', dollars: 6_100 },
    { name: 'insufficient_business_balance', card: '7710', at: ago(4), merchant: 'Quill & Folder', dollars: 64_000 },
    { name: 'limit_week', card: '6671', at: ago(17), merchant: 'Meridian Fuel, counter', dollars: 460 },
    { name: 'limit_month', card: '7714', at: eastern(now, 13, 12), merchant: 'Trattoria Lucca', dollars: 412 },
    { name: 'limit_lifetime', card: '7763', at: ago(15), merchant: 'Quill & Folder', dollars: 930 },
    { name: 'limit_quarter', card: '9034', at: ago(12), merchant: 'Quill & Folder', dollars: 2_600 },
    { name: 'limit_year', card: '4456', at: ago(10), merchant: 'Quill & Folder', dollars: 5_200 },
    { name: 'limit_since', card: '1529', at: ago(8), merchant: 'Quill & Folder', dollars: 2_700 },
    ...[0, 1, 2, 3, 4].map((n) => ({
      name: n < 4 ? `coffee ${n}` : 'count_limit',
      card: '5037',
      at: eastern(now, 5, 8 + n * 2),
      merchant: 'Lark Street Coffee',
      dollars: 4.5,
    })),
    { name: 'mcc_not_allowed', card: '5011', at: ago(6), merchant: 'Quill & Folder', dollars: 39.9 },
    { name: 'merchant_not_allowed', card: '8890', at: ago(22), merchant: 'Roundtrip Travel', dollars: 120 },
    { name: 'merchant_locked_elsewhere', card: '7722', at: ago(14), merchant: 'Quill & Folder', dollars: 25 },
    { name: 'international_off', card: '5060', at: ago(3.2), merchant: 'Brasserie du Quai', dollars: 64 },
    // Before the company's own rule about countries, which comes first.
    {
      name: 'country_not_allowed',
      card: '6671',
      at: ago(60),
      merchant: 'Quill & Folder',
      dollars: 64,
      change: { country: 'MX', state: null },
    },
    {
      name: 'state_not_allowed',
      card: '8890',
      at: ago(27),
      merchant: 'Quill & Folder',
      dollars: 58,
      change: { state: 'NV' },
    },
    { name: 'time_window', card: '7714', at: eastern(now, 4, 3.2), merchant: 'Lark Street Coffee', dollars: 21 },
    {
      name: 'presence_not_allowed',
      card: '7763',
      at: ago(16),
      merchant: 'Lark Street Coffee',
      dollars: 8,
      change: { presence: 'WALLET' },
    },
    {
      name: 'cash_not_allowed',
      card: '3056',
      at: ago(19),
      merchant: 'Harbor Foods',
      dollars: 100,
      change: { presence: 'CASH', mcc: 6011 },
    },
    { name: 'card_frozen', card: '4402', at: ago(7.5), merchant: 'Quill & Folder', dollars: 31 },
    { name: 'card_not_activated', card: '7789', at: ago(1.5), merchant: 'Quill & Folder', dollars: 44 },
    { name: 'card_closed', card: '7771', at: ago(20), merchant: 'Quill & Folder', dollars: 77 },
    { name: 'card_expired', card: '7805', at: ago(21), merchant: 'Quill & Folder', dollars: 18 },
    { name: 'business_suspended', card: '6120', at: ago(11), merchant: 'Harbor Foods', dollars: 52 },
    { name: 'cardholder_inactive', card: '1187', at: ago(11.5), merchant: 'Harbor Foods', dollars: 27 },
    { name: 'one use', card: '7748', at: ago(74), merchant: 'Quill & Folder', dollars: 65 },
    { name: 'single_use_used', card: '7748', at: ago(73), merchant: 'Quill & Folder', dollars: 65 },
    {
      name: 'issuer_timeout',
      card: '5060',
      at: ago(31),
      merchant: 'Lark Street Coffee',
      dollars: 9.4,
      milliseconds: 1_640,
    },
    ...failedChecks.map((failedCheck, n) => ({
      name: failedCheck,
      card: ['3056', '5052', '8890'][n % 3]!,
      at: ago(33 + n * 4.3),
      merchant: 'Quill & Folder',
      dollars: 30 + n * 7,
      change: { failedCheck },
    })),
  ];
  return attempts.map(bought);
}
