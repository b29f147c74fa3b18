import type { Money } from '@florin/contract/money';

/** A purchase of the developers' page: enough of one to fill a list. */
export interface Purchase {
  id: string;
  merchant: string;
  category: 'travel' | 'meals' | 'lodging' | 'software';
  holder: string;
  digits: string;
  /** An ISO date, and the time where it was today. */
  day: string;
  time?: string;
  receipt: 'needed' | 'attached' | 'later' | null;
  status: 'hold' | 'settled' | 'part' | 'refund' | 'declined';
  until?: string;
  /** Minor units. */
  amount: number;
  foreign?: string;
  fees?: readonly { name: string; amount: number }[];
}

/** The evening that the page shows, as an ISO date. */
export const today = '2026-11-19';

export const usd = (amount: number): Money => ({ amount, currency: 'USD' });

const holders = { ada: ['Ada Okafor', '4821'], noah: ['Noah Park', '3056'], priya: ['Priya Nair', '0932'] } as const;

type Given = Omit<Purchase, 'id' | 'holder' | 'digits'> & { by: keyof typeof holders };

const given: readonly Given[] = [
  {
    merchant: 'Uber',
    category: 'travel',
    by: 'ada',
    day: today,
    time: '8:41 PM',
    receipt: 'needed',
    status: 'hold',
    until: 'Nov 26',
    amount: 2318,
    foreign: 'MXN 426.98',
  },
  {
    merchant: 'La Colombe',
    category: 'meals',
    by: 'noah',
    day: today,
    time: '8:02 PM',
    receipt: null,
    status: 'hold',
    until: 'Nov 26',
    amount: 1175,
  },
  {
    merchant: 'Delta Air Lines',
    category: 'travel',
    by: 'ada',
    day: today,
    time: '5:10 PM',
    receipt: 'attached',
    status: 'refund',
    amount: -21840,
  },
  {
    merchant: 'Amtrak',
    category: 'travel',
    by: 'priya',
    day: '2026-11-18',
    receipt: 'attached',
    status: 'settled',
    amount: 14800,
  },
  {
    merchant: 'Delta Air Lines',
    category: 'travel',
    by: 'noah',
    day: '2026-11-18',
    receipt: 'attached',
    status: 'settled',
    amount: 128460,
  },
  {
    merchant: 'Osteria Lupa',
    category: 'meals',
    by: 'priya',
    day: '2026-11-17',
    receipt: 'needed',
    status: 'settled',
    amount: 9280,
  },
  {
    merchant: 'Enterprise Rent-A-Car',
    category: 'travel',
    by: 'noah',
    day: '2026-11-17',
    receipt: 'later',
    status: 'hold',
    until: 'Jan 16',
    amount: 41250,
  },
  {
    merchant: 'Hotel Camino Norte',
    category: 'lodging',
    by: 'ada',
    day: '2026-11-16',
    receipt: 'later',
    status: 'part',
    amount: 99520,
    foreign: 'MXN 18,331.58',
    fees: [
      { name: 'International fee, 3%', amount: 514 },
      { name: 'Currency conversion fee, 2%', amount: 342 },
    ],
  },
  {
    merchant: 'Café Orizaba',
    category: 'meals',
    by: 'ada',
    day: '2026-11-16',
    receipt: 'attached',
    status: 'settled',
    amount: 1800,
    foreign: 'MXN 331.56',
  },
  {
    merchant: 'Hilton Garden Inn',
    category: 'lodging',
    by: 'noah',
    day: '2026-11-13',
    receipt: 'attached',
    status: 'settled',
    amount: 61230,
  },
  {
    merchant: 'Lyft',
    category: 'travel',
    by: 'priya',
    day: '2026-11-13',
    receipt: 'needed',
    status: 'settled',
    amount: 3175,
  },
  {
    merchant: 'Amtrak',
    category: 'travel',
    by: 'noah',
    day: '2026-11-12',
    receipt: 'attached',
    status: 'settled',
    amount: 9600,
  },
  {
    merchant: 'Marriott Harborside',
    category: 'lodging',
    by: 'priya',
    day: '2026-11-11',
    receipt: 'attached',
    status: 'settled',
    amount: 43816,
  },
];

export const purchases: readonly Purchase[] = given.map(({ by, ...purchase }, index) => ({
  ...purchase,
  id: `p${index}`,
  holder: holders[by][0],
  digits: holders[by][1],
}));

/** Far too much: long names, eight-digit amounts, and as many rows as are asked for. */
export function manyPurchases(count: number): Purchase[] {
  return Array.from({ length: count }, (_, index) => {
    const like = purchases[index % purchases.length]!;
    return {
      ...like,
      id: `m${index}`,
      merchant:
        index % 7 === 3 ? 'Northwind International Trading and Consulting Partners LLC, Springfield' : like.merchant,
      amount: index % 5 === 4 ? 1_234_567_890 + index : like.amount,
    };
  });
}
