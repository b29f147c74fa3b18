import { Pan } from '../core/cards/vault/pan.ts';
import type { CardStatus } from '@florin/contract/cards/card-states';
import type { BusinessKey } from './businesses.ts';

/** An ordered card that nobody has registered yet. */
export interface WaitingCard {
  /** Sixteen digits; a test number that no network has issued. */
  number: string;
  /** First name, space, last name. */
  holder: string;
  /** What to try with this card: printed at start and listed in docs/demo.md. */
  what: string;
  business: BusinessKey;
  email?: string;
  /** E.164. */
  mobilePhone?: string;
  /** yyyy-mm-dd. */
  dateOfBirth?: string;
  status?: CardStatus;
}

/** Cards to register. The last ones are refused, each for another reason. */
export const waitingCards: readonly WaitingCard[] = [
  {
    number: '4000001212345672',
    holder: 'Rosa Delgado',
    what: 'code by email; the second factor is offered',
    business: 'northwindTrading',
    email: 'rosa.delgado@northwind-trading.example',
  },
  {
    number: '4000001298765439',
    holder: 'Mina Sato',
    what: 'business without the second factor: it is not offered',
    business: 'cascadeRentals',
    email: 'mina.sato@cascade.example',
  },
  {
    number: '4000001255557779',
    holder: 'Otis Grant',
    what: 'the code is the year of birth, 1988',
    business: 'lakeside',
    email: 'otis.grant@lakeside.example',
    dateOfBirth: '1988-04-17',
  },
  {
    number: '4000001233331610',
    holder: 'Lena Fischer',
    what: 'code by text; what the business knows stands in the details already',
    business: 'meadowlark',
    mobilePhone: '+12125550161',
    dateOfBirth: '1992-09-03',
  },
  {
    number: '4000001244443586',
    holder: 'Ewan Baxter',
    what: 'white label: northwind.localhost',
    business: 'fjord',
    email: 'ewan.baxter@fjord.example',
  },
  {
    number: '4000001266664770',
    holder: 'Nils Aalto',
    what: 'closed: "Card number is incorrect!"',
    business: 'northwindTrading',
    email: 'nils.aalto@northwind-trading.example',
    status: 'CLOSED',
  },
];

/** In groups of four, as printed on a card. */
export const cardDigits = ({ number }: Pick<WaitingCard, 'number'>): string =>
  number.replaceAll(/(\d{4})(?=\d)/g, '$1 ');

const bin = '40000012';

/** The full number of a demo person's card: the digits before the last four make the check digit correct. */
export function demoCardNumber(lastFour: string): string {
  for (let middle = 0; middle < 10; middle += 1) {
    const number = `${bin}000${middle}${lastFour}`;
    if (Pan.parse(number)) return number;
  }
  throw new Error(`No number ends in ${lastFour}.`);
}

/** The cards listed in docs/demo.md and at start: cards to register, and one that is registered already. */
export const shownCards: readonly Pick<WaitingCard, 'number' | 'holder' | 'what'>[] = [
  ...waitingCards,
  { number: demoCardNumber('0932'), holder: 'Priya Nair', what: 'registered already: "Card number is incorrect!"' },
];

/** An invite whose code is public, like everything in the demo data. */
export interface DemoInvite {
  name: string;
  email: string;
  what: string;
  /** Goes into /registration?code=… */
  code: string;
  role: 'ADMIN' | 'CARDHOLDER';
  sentDaysAgo: number;
  revoked?: boolean;
}

const code = (name: string) => `inv_${`demo-${name}-`.padEnd(43, '0')}`;

/** Invites to the business of `admin`, by `admin`. */
export const demoInvites: readonly DemoInvite[] = [
  {
    name: 'Paula Winter',
    email: 'paula.winter@guests.example',
    what: 'pending: registers without a card number',
    code: code('pending'),
    role: 'CARDHOLDER',
    sentDaysAgo: 1,
  },
  {
    name: 'Edgar Hobbs',
    email: 'edgar.hobbs@guests.example',
    what: 'expired',
    code: code('expired'),
    role: 'CARDHOLDER',
    sentDaysAgo: 9,
  },
  {
    name: 'Renata Vidal',
    email: 'renata.vidal@guests.example',
    what: 'revoked',
    code: code('revoked'),
    role: 'ADMIN',
    sentDaysAgo: 2,
    revoked: true,
  },
];
