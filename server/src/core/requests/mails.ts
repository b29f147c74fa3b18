import { requestPages } from '@florin/contract/money/requests';
import type { RequestKind } from '@florin/contract/money/request-states';
import { easternTime } from '@florin/contract/dates/eastern-time';
import type { Context } from '../../context.ts';
import type { Database } from '../../db/open.ts';
import { enqueueMessage, type MessageContent } from '../messages/messages.ts';
import { letterMail } from '../notices/letter-mail.ts';
import { letterOf, type Letter } from '../notices/letter.ts';
import { contactsOf } from '../people/contacts.ts';
import { hoursOf, hoursSentence } from './hours.ts';
import { decidersOf, type RequestRow } from './queries.ts';

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
/** '$1,234.50' */
const inDollars = (cents: bigint) => dollars.format(Number(cents) / 100);

const periods = {
  PURCHASE: 'for a purchase',
  DAY: 'a day',
  WEEK: 'a week',
  MONTH: 'a month',
  QUARTER: 'a quarter',
  YEAR: 'a year',
  LIFETIME: 'in all',
} as const;

type RequestSummary = Pick<
  RequestRow,
  | 'kind'
  | 'last4'
  | 'amount'
  | 'period'
  | 'countries'
  | 'until'
  | 'card_name'
  | 'declinedAtMerchant'
  | 'exception_about'
>;

/** What a request asks for, to follow "asks for": '$300.00 on the card ending in 8890'. */
export function askedWords({
  kind,
  last4,
  amount,
  period,
  countries,
  until,
  card_name: name,
  declinedAtMerchant,
  exception_about: exception,
}: RequestSummary): string {
  const card = `the card ending in ${last4}`;
  const limit =
    amount === null || period === null
      ? null
      : `${inDollars(amount)} ${kind === 'LIMIT' ? 'more ' : ''}${periods[period]}`;
  const words: Record<RequestKind, () => string> = {
    FUNDING: () => `${inDollars(amount!)} on ${card}`,
    LIMIT: () => {
      const asked = [limit, countries.length > 0 ? `purchases in ${countries.join(', ')}` : null];
      return `${asked.filter((part) => part !== null).join(' and ')} with ${card}, until ${easternTime(until!)}`;
    },
    UNBLOCK: () =>
      until === null
        ? `the end of the freeze of ${card}`
        : exception !== null
          ? `an exception from a rule of ${card}, until ${easternTime(until)}`
          : `purchases like ${declinedAtMerchant === null ? 'one that was declined' : `the declined one at ${declinedAtMerchant}`} with ${card}, until ${easternTime(until)}`,
    CARD: () => `a card named ${name}${limit === null ? '' : `, with ${limit}`}`,
  };
  return words[kind]();
}

type LetterOf = (letter: Letter) => MessageContent;

async function mailTo(tx: Database, context: Context, personId: string, content: LetterOf): Promise<void> {
  const contacts = await contactsOf(tx, context, personId);
  const to = contacts.find(({ kind, verified }) => kind === 'Email' && verified);
  if (!to) return;
  const letter = await letterOf(tx, context, personId);
  const { programId } = letter;
  await enqueueMessage(tx, context, { channel: 'email', programId, to: to.address, content: content(letter) });
}

const linkTo = ({ origin }: Letter, page: string, { id }: Pick<RequestRow, 'id'>) => `${origin}${page}?open=${id}`;
const wrote = (name: string, note: string | null) => (note === null ? [] : [`${name} writes: ${note}`]);

/** The words of the person, or the decline for those who may see purchases. */
function reasonOf({ purpose, kind, declinedAtMerchant }: RequestRow, mayViewUsage: boolean): string[] {
  if (purpose !== null) return [`What it is for: ${purpose}`];
  return mayViewUsage && kind !== 'UNBLOCK' && declinedAtMerchant !== null
    ? [`A purchase at ${declinedAtMerchant} was declined.`]
    : [];
}

/** Mails everyone who can decide a request. The link leads to the page that asks for the decision. */
export async function mailDeciders(
  tx: Database,
  context: Context,
  row: RequestRow,
  { note, isNew }: { note: string | null; isNew: boolean },
): Promise<void> {
  const hours = await hoursOf(tx, row);
  for (const { personId, mayViewUsage } of await decidersOf(tx, row)) {
    const asked = askedWords({ ...row, declinedAtMerchant: mayViewUsage ? row.declinedAtMerchant : null });
    await mailTo(tx, context, personId, (letter) =>
      letterMail(letter, {
        title: isNew ? 'A request waits for your decision' : 'A note on a request that waits for your decision',
        paragraphs: [
          `${row.askedBy} asks for ${asked}.`,
          ...(hours ? [hoursSentence(hours)] : []),
          ...reasonOf(row, mayViewUsage),
          ...wrote(row.askedBy, note),
          'Decide it here:',
        ],
        link: linkTo(letter, requestPages.deciding, row),
        close: ['If others can decide it, too, the first answer counts.'],
      }),
    );
  }
}

interface Answer {
  step: 'APPROVED' | 'REJECTED' | 'EXPIRED' | 'NOTE';
  /** Null: the time. */
  by: string | null;
  /** What was approved, if it differs from the request. */
  amount: bigint | null;
  note: string | null;
}

/** Mails the cardholder what became of their request. */
export async function mailAsker(
  tx: Database,
  context: Context,
  row: RequestRow,
  { step, by, amount, note }: Answer,
): Promise<void> {
  const hours = await hoursOf(tx, row);
  await mailTo(tx, context, row.askerId, (letter) => {
    const titles = {
      APPROVED: 'Your request is approved',
      REJECTED: 'Your request is rejected',
      EXPIRED: 'Your request has expired',
      NOTE: 'A note on your request',
    };
    const done = {
      APPROVED: `${by} has approved your request for ${askedWords({ ...row, amount: amount ?? row.amount })}.`,
      REJECTED: `${by} has rejected your request for ${askedWords(row)}.`,
      EXPIRED: `nobody has decided your request for ${askedWords(row)} in time.`,
      NOTE: `${by} has written to you about your request for ${askedWords(row)}.`,
    };
    const changed = amount === null || row.amount === null || amount === row.amount;
    return letterMail(letter, {
      title: titles[step],
      paragraphs: [
        done[step],
        ...(hours ? [hoursSentence(hours)] : []),
        ...(changed ? [] : [`You had asked for ${inDollars(row.amount!)}.`]),
        ...wrote(by ?? '', note),
      ],
      link: linkTo(letter, requestPages.own, row),
    });
  });
}
