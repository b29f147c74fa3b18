import type { StartingLimit } from '@florin/contract/cards/cards/issue';
import { numberText } from '../../number-text.ts';

const list = new Intl.ListFormat('en-US', { style: 'narrow' });
const columns =
  'holder, kind, name, purpose, limit, every, only at, external id, group; and for physical cards recipient, line1, line2, city, state, zip, method';

const cards = (count: number) => (count === 1 ? '1 card' : `${numberText(count)} cards`);

/** Issuing many cards from a CSV text. */
export const issueManyWords = {
  title: 'Issue many cards',
  text: 'One card a line, for cardholders of your business. The first line names the columns; holder (email or username) is needed, all others are optional.',
  templateName: 'issue-cards.csv',
  submit: (count: number) => `Issue ${cards(count)}`,
  submitting: 'Issuing the cards',
  would: (done: number, refused: number) =>
    refused === 0
      ? `${cards(done)} would be issued. Nothing has happened yet.`
      : `${cards(done)} would be issued, ${numberText(refused)} ${refused === 1 ? 'line' : 'lines'} would not. Nothing has happened yet.`,
  did: (done: number, refused: number) =>
    refused === 0
      ? `${cards(done)} ${done === 1 ? 'was' : 'were'} issued.`
      : `${cards(done)} ${done === 1 ? 'was' : 'were'} issued, ${numberText(refused)} ${refused === 1 ? 'line' : 'lines'} not.`,
  column: 'Holder',
  kinds: { VIRTUAL: 'Virtual card', PHYSICAL: 'Physical card' } as Readonly<Record<string, string>>,
  ready: 'Ready',
  /** What a new card is, part by part. */
  named: (name: string) => `“${name}”`,
  limited: (amount: string, period: string) => `at most ${amount} ${period}`,
  unlimited: 'no limit of its own',
  onlyAt: (merchant: string) => `only at ${merchant}`,
  startsEmpty: 'It has no money yet: fund it after it is issued.',
  periods: {
    purchase: 'a purchase',
    day: 'a day',
    week: 'a week',
    month: 'a month',
    quarter: 'a quarter',
    year: 'a year',
    lifetime: 'in all',
  } satisfies Record<StartingLimit['period'], string> as Readonly<Record<string, string>>,
  unknownColumns: (names: readonly string[]) =>
    `${names.length === 1 ? 'There is no column' : 'There are no columns'} ${list.format(names.map((name) => `“${name}”`))}. The columns are ${columns}.`,
  done: (last4: string, card: string | null) => `Issued, ending in ${last4}${card === null ? '' : `: ${card}`}`,
  unreadable: 'The first line has to name the columns, with holder among them, and every line to hold the same ones.',
  unknownHolder: 'No cardholder has this email or username.',
  missing: (field: string) => `${field} is missing.`,
  wrong: (field: string) => `${field} is not right.`,
  taken: 'The external ID is in use.',
  unknownGroup: 'No group has this name.',
  limit: 'No more new cards for this person today, or for your plan.',
  noLimits: 'You need permission to edit business settings to set a limit.',
  notOpen: 'Your business cannot issue cards now.',
  fields: {
    kind: 'Kind',
    name: 'Name',
    purpose: 'Purpose',
    externalId: 'External ID',
    'limit.amount': 'Limit',
    'limit.period': 'Every',
    onlyAt: 'Only at',
    'shipping.recipient': 'Recipient',
    'shipping.line1': 'Line1',
    'shipping.line2': 'Line2',
    'shipping.city': 'City',
    'shipping.state': 'State',
    'shipping.zip': 'ZIP',
    'shipping.method': 'Method',
  } as Readonly<Record<string, string>>,
  otherField: 'A column',
} as const;
