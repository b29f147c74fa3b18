import { cardRequest } from '@florin/contract/limits';
import { RequestPeriod, type AskedException, type createRequest } from '@florin/contract/money/requests';
import type { RequestKind } from '@florin/contract/money/request-states';
import type { Input } from '@florin/contract/endpoint';
import * as v from 'valibot';
import { centsOf } from '../../kit/forms/cents-of.ts';
import { addDays, dayIn, momentIn } from '../time/when.ts';

/** The durations for which a raise or permission can be requested, in days. */
export const spans = { day: 1, week: 7, month: 30 } as const;
export type Span = keyof typeof spans;

/** The end of a span: midnight in the time zone of the business, after so many days. @returns ISO 8601 */
export function endOf(span: Span, now: number, timeZone: string): string {
  const today = dayIn(now, timeZone);
  return momentIn(`${addDays(today, spans[span])}T00:00`, timeZone)!;
}

const amount = v.pipe(
  v.string('type'),
  v.transform(centsOf),
  v.check((cents) => cents === null || cents > 0, 'format'),
);
const needed = (value: string) => v.pipe(v.string('type'), v.trim(), v.nonEmpty(value));

/**
 * The values of the form. Fields that a kind does not have are not changed.
 * @param isReasonNeeded false where a declined purchase is the reason
 */
export const askSchema = (kind: RequestKind, isReasonNeeded: boolean) =>
  v.object({
    cardId: kind === 'CARD' ? v.string() : needed('missing'),
    amount:
      kind === 'FUNDING' || kind === 'LIMIT'
        ? v.pipe(
            amount,
            v.check((cents) => cents !== null, 'missing'),
          )
        : amount,
    period: RequestPeriod,
    span: v.picklist(Object.keys(spans) as Span[]),
    cardName: kind === 'CARD' ? v.pipe(needed('missing'), v.maxLength(80, 'tooLong')) : v.string(),
    cardKind: v.picklist(['VIRTUAL', 'PHYSICAL']),
    purpose: v.pipe(
      isReasonNeeded ? needed('missing') : v.pipe(v.string('type'), v.trim()),
      v.maxLength(cardRequest.purposeMaxLength, 'tooLong'),
    ),
  });
export type AskValues = v.InferOutput<ReturnType<typeof askSchema>>;

type Body = Omit<Input<typeof createRequest>['body'], 'idempotencyKey'>;

/** The request to send, with only the fields of its kind. @param now epoch milliseconds */
export function bodyOf(
  kind: RequestKind,
  { cardId, amount: cents, period, span, cardName, cardKind, purpose: typed }: AskValues,
  transactionId: string | undefined,
  {
    isFreeze,
    exception,
    now,
    timeZone,
  }: { isFreeze: boolean; exception: AskedException | undefined; now: number; timeZone: string },
): Body {
  const declined = transactionId === undefined ? {} : { declinedTransactionId: transactionId };
  const until = endOf(span, now, timeZone);
  const purpose = typed || null;
  switch (kind) {
    case 'FUNDING':
      return { kind, cardId, amount: cents, purpose, ...declined };
    case 'LIMIT':
      return { kind, cardId, amount: cents, period, until, purpose, ...declined };
    case 'UNBLOCK':
      return isFreeze
        ? { kind, cardId, purpose }
        : { kind, cardId, until, purpose, ...declined, ...(exception && { exception }) };
    case 'CARD':
      return { kind, cardName, cardKind, purpose, ...(cents !== null && { amount: cents, period }) };
  }
}
