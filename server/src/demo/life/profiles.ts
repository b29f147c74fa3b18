import type { BusinessKey } from '../businesses.ts';
import type { DemoPerson } from '../people.ts';
import type { Habit } from './habits.ts';

/** What people of a kind buy. */
export const profiles = {
  sales: [
    { category: 'Restaurants', perMonth: 2.5, season: 11 },
    { category: 'Fast food and coffee', perMonth: 3 },
    { category: 'Passenger railways', perMonth: 1 },
    { category: 'Taxis and rides', perMonth: 1.5 },
    { category: 'Hotels', perMonth: 0.4, season: 10 },
    { category: 'Office supplies', perMonth: 0.7 },
  ],
  traveler: [
    { category: 'Airlines', perMonth: 0.5, season: 6 },
    { category: 'Hotels', perMonth: 0.7, abroad: 0.4, season: 6 },
    { category: 'Taxis and rides', perMonth: 2, abroad: 0.25 },
    { category: 'Restaurants', perMonth: 2, abroad: 0.3 },
    { category: 'Car rental', perMonth: 0.2 },
    { category: 'Parking', perMonth: 1 },
  ],
  site: [
    { category: 'Home supply warehouses', perMonth: 2, season: 7 },
    { category: 'Hardware stores', perMonth: 2, season: 7 },
    { category: 'Industrial supplies', perMonth: 0.4 },
    { category: 'Fast food and coffee', perMonth: 1 },
  ],
  driver: [
    { category: 'Fuel pumps', perMonth: 4, season: 7 },
    { category: 'Service stations', perMonth: 1 },
    { category: 'Parking', perMonth: 1 },
    { category: 'Tolls', perMonth: 1.5 },
  ],
  crew: [
    { category: 'Fuel pumps', perMonth: 1.5, season: 7 },
    { category: 'Hardware stores', perMonth: 1.5, season: 7 },
    { category: 'Fast food and coffee', perMonth: 1.5 },
  ],
  office: [
    { category: 'Office supplies', perMonth: 2 },
    { category: 'Couriers', perMonth: 1 },
    { category: 'Fast food and coffee', perMonth: 1.5 },
    { category: 'Grocery stores', perMonth: 1, season: 12 },
  ],
  software: [{ category: 'Software', perMonth: 1, isSubscription: true }],
  cloud: [{ category: 'Cloud services', perMonth: 1, isSubscription: true }],
  school: [
    { category: 'Office supplies', perMonth: 2, season: 9 },
    { category: 'Grocery stores', perMonth: 1.5, season: 9 },
    { category: 'Discount stores', perMonth: 0.7, season: 9 },
  ],
  household: [
    { category: 'Grocery stores', perMonth: 3 },
    { category: 'Fast food and coffee', perMonth: 2 },
    { category: 'Fuel pumps', perMonth: 0.7 },
  ],
} as const satisfies Record<string, readonly Habit[]>;

export interface LifeCard {
  /** The last four digits. */
  card: string;
  habits: keyof typeof profiles;
  /** Days since it is used. */
  since: number;
  /** Of a card besides a person's first one: who holds it. */
  further?: { username: string; name: string; kind: 'VIRTUAL' | 'PHYSICAL'; purpose?: string };
}

interface LifeBusiness {
  /** What the balance is filled up to, twice a month; of a credit business, what is paid back. Minor units. */
  balance: bigint;
  /** What each card is filled up to each month; without it, cards draw on the business. */
  cardBalance?: bigint;
  monthlyFee?: bigint;
  cards: readonly LifeCard[];
}

const years = 720;
const first = (card: string, habits: keyof typeof profiles, since = years): LifeCard => ({ card, habits, since });

/** The businesses whose cards have been used for two years. */
export const lives: Readonly<Partial<Record<BusinessKey, LifeBusiness>>> = {
  northwindTrading: {
    balance: 52_000_00n,
    cardBalance: 1_800_00n,
    monthlyFee: 50_00n,
    cards: [
      first('0932', 'sales'),
      first('4821', 'traveler'),
      first('3056', 'traveler', 640),
      first('8890', 'site'),
      first('4402', 'office', 600),
      first('6671', 'driver'),
      first('5011', 'crew', 420),
      first('5029', 'crew', 420),
      first('5037', 'crew', 380),
      first('5045', 'crew', 300),
      first('5052', 'office', 500),
      first('5060', 'sales', 450),
      first('5078', 'site', 260),
      first('5086', 'traveler', 210),
      {
        card: '7714',
        habits: 'office',
        since: 330,
        further: { username: 'cardholder', name: 'Team events', kind: 'VIRTUAL' },
      },
      {
        card: '7722',
        habits: 'software',
        since: 560,
        further: { username: 'dana.whitlock', name: 'Design software', kind: 'VIRTUAL' },
      },
      {
        card: '7730',
        habits: 'cloud',
        since: 610,
        further: { username: 'dana.whitlock', name: 'Cloud hosting', kind: 'VIRTUAL' },
      },
    ],
  },
  brightline: {
    balance: 0n,
    monthlyFee: 75_00n,
    cards: [first('2204', 'sales'), first('7345', 'office', 300), first('5127', 'traveler', 400)],
  },
  meadowlark: {
    balance: 9_000_00n,
    cardBalance: 600_00n,
    cards: [first('5543', 'school'), first('2765', 'school', 480)],
  },
  cascade: {
    balance: 14_000_00n,
    monthlyFee: 50_00n,
    cards: [
      first('7710', 'site'),
      first('9034', 'crew', 500),
      first('1529', 'crew', 500),
      first('4456', 'office', 350),
    ],
  },
  lakeside: { balance: 7_000_00n, cardBalance: 900_00n, cards: [first('6318', 'household')] },
  tipJar: { balance: 2_000_00n, cardBalance: 420_00n, cards: [first('2518', 'household', 400)] },
  harvestFund: { balance: 3_000_00n, cardBalance: 500_00n, cards: [first('7163', 'household', 400)] },
  gigPayouts: { balance: 3_000_00n, cardBalance: 500_00n, cards: [first('9480', 'household', 400)] },
};

/** They have a life instead of the movements of the ledger. */
export const livingBusinesses = Object.keys(lives) as BusinessKey[];

const colleague = (username: string, name: string, card: string): DemoPerson => ({
  username,
  name,
  what: 'cardholder of Northwind Trading',
  contacts: [{ kind: 'Email', address: `${username}@northwind-trading.example`, verified: true }],
  accounts: [{ business: 'northwindTrading', card }],
});

/** Cardholders that the life needs: Northwind Trading has teams. */
export const colleagues: readonly DemoPerson[] = [
  colleague('marta.ruiz', 'Marta Ruiz', '5011'),
  colleague('tom.bell', 'Tom Bell', '5029'),
  colleague('eli.navarro', 'Eli Navarro', '5037'),
  colleague('carmen.ortega', 'Carmen Ortega', '5045'),
  colleague('dana.whitlock', 'Dana Whitlock', '5052'),
  colleague('hugo.lind', 'Hugo Lind', '5060'),
  colleague('felix.braun', 'Felix Braun', '5078'),
  colleague('nora.fitzgerald', 'Nora Fitzgerald', '5086'),
];
