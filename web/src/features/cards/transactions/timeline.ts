import type { Money } from '@florin/contract/money';
import type { TransactionEvent } from '@florin/contract/cards/transactions';
import { longWhen } from '../../../flows/time/when.ts';
import { moneyText } from '../../../kit/text/money-parts.ts';
import { reportWords } from '../../../messages/en/cards/transaction-reports.ts';
import { transactionWords } from '../../../messages/en/cards/transactions.ts';
import { sheetWords } from '../../../messages/en/cards/transaction-sheet.ts';
import { foreignText } from './columns.tsx';
import type { Scope, Transaction } from './queries.ts';

const words = sheetWords;

/** A step of what happened, in words. */
interface Step {
  id: string;
  at: string;
  text: string;
  details: string;
  amount: Money | null;
}

/**
 * What happened to a transaction, the newest first: its events, and what people asked and decided because of it, in the
 * time zone of the business.
 */
export const stepsOf = (of: Transaction, scope: Scope, zone: string): Step[] =>
  [...of.events.map((event) => eventStep(event, scope, zone)), ...requestSteps(of, zone), ...reportSteps(of, zone)]
    .map((step, index) => ({ step, index }))
    .toSorted((a, b) => Date.parse(b.step.at) - Date.parse(a.step.at) || b.index - a.index)
    .map(({ step }) => step);

function eventStep(event: TransactionEvent, scope: Scope, zone: string): Step {
  const { id, at, type, outcome, amount, approved, milliseconds, flags, merchantAmount } = event;
  const details = [
    longWhen(at, zone),
    outcome === 'PARTIAL' ? words.asked(moneyText(amount)) : null,
    ...flags.map((flag) => transactionWords.flags[flag]),
    merchantAmount && foreignText(merchantAmount),
    // Only those who run the program use the duration of a decision.
    milliseconds === null || scope === 'own' ? null : words.decidedIn(milliseconds),
  ];
  const isDeclined = outcome === 'DECLINED';
  const text = isDeclined
    ? transactionWords.declinedEvent
    : outcome === 'PARTIAL'
      ? transactionWords.partialEvent
      : transactionWords.events[type];
  // Of a decline what was asked for, of a decision what was approved.
  return { id, at, text, amount: isDeclined ? amount : (approved ?? amount), details: joined(details) };
}

function requestSteps({ decline, cardholder }: Transaction, zone: string): Step[] {
  const request = decline?.request;
  if (!request) return [];
  const { id, kind, status, at, decidedBy, decidedAt } = request;
  const sent = {
    id,
    at,
    text: words.requestSent[kind],
    details: joined([longWhen(at, zone), cardholder?.name ?? null]),
    amount: null,
  };
  if (status === 'PENDING') return [sent];
  const ended = decidedAt ?? at;
  return [
    sent,
    {
      id: `${id} ${status}`,
      at: ended,
      text: words.requestEnded[status],
      details: joined([longWhen(ended, zone), decidedBy]),
      amount: null,
    },
  ];
}

const reportSteps = ({ reports }: Transaction, zone: string): Step[] =>
  reports.flatMap(({ id, reason, by, at, closed }) => [
    {
      id,
      at,
      text: reportWords.event,
      details: joined([longWhen(at, zone), by, reportWords.reasons[reason]]),
      amount: null,
    },
    ...(closed === null
      ? []
      : [
          {
            id: `${id} closed`,
            at: closed.at,
            text: reportWords.eventClosed,
            details: joined([longWhen(closed.at, zone), closed.by, closed.answer]),
            amount: null,
          },
        ]),
  ]);

const joined = (parts: readonly (string | null)[]): string => parts.filter(Boolean).join(' · ');
