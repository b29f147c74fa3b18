import { requestFields, type AskedException } from '@florin/contract/money/requests';
import type { RequestKind } from '@florin/contract/money/request-states';
import type { FieldProblem } from '@florin/contract/errors';
import { cardRequest } from '@florin/contract/limits';

/** What a cardholder asks for. Fields that the kind does not have are null or empty. */
export interface AskedFields {
  cardId?: string | null | undefined;
  amount?: number | null | undefined;
  period?: string | null | undefined;
  countries?: readonly string[] | undefined;
  cardName?: string | null | undefined;
  cardKind?: string | null | undefined;
  until?: string | null | undefined;
  purpose?: string | null | undefined;
  declinedTransactionId?: string | null | undefined;
  exception?: AskedException | null | undefined;
}

interface FieldError {
  Field: keyof AskedFields;
  Problem: FieldProblem;
}

const fields: (keyof AskedFields)[] = [
  'cardId',
  'amount',
  'period',
  'countries',
  'cardName',
  'cardKind',
  'until',
  'declinedTransactionId',
  'exception',
];

/**
 * The fields that are missing from a request of a kind, or do not belong to it. A limit is raised by an amount in a
 * period, or opened for countries, or both; an amount needs a period, and a period an amount. An end is in the future,
 * within a year. A reason is needed where no declined purchase is one for those who decide, and for
 * the end of a freeze.
 */
export function wrongFields(
  kind: RequestKind,
  asked: AskedFields,
  { now, isDeclineSeen }: { now: Date; isDeclineSeen: boolean },
): FieldError[] {
  const { needs, may }: { needs: readonly string[]; may: readonly string[] } = requestFields[kind];
  const isGiven = (field: keyof AskedFields) => {
    const value = asked[field];
    return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== '';
  };
  const wrong = fields.flatMap((Field): FieldError[] => {
    if (!isGiven(Field)) return needs.includes(Field) ? [{ Field, Problem: 'missing' }] : [];
    return needs.includes(Field) || may.includes(Field) ? [] : [{ Field, Problem: 'unknown' }];
  });
  if (wrong.length > 0) return wrong;
  const isForFreeze = kind === 'UNBLOCK' && !isGiven('until');
  if (!isGiven('purpose') && (isForFreeze || !isDeclineSeen || !isGiven('declinedTransactionId')))
    return [{ Field: 'purpose', Problem: 'missing' }];
  if (kind === 'LIMIT' && !isGiven('amount') && !isGiven('countries')) return [{ Field: 'amount', Problem: 'missing' }];
  if (kind === 'LIMIT' || kind === 'CARD') {
    if (isGiven('amount') && !isGiven('period')) return [{ Field: 'period', Problem: 'missing' }];
    if (isGiven('period') && !isGiven('amount')) return [{ Field: 'amount', Problem: 'missing' }];
  }
  if (kind === 'UNBLOCK' && isGiven('exception')) {
    if (isGiven('declinedTransactionId')) return [{ Field: 'exception', Problem: 'unknown' }];
    if (!isGiven('until')) return [{ Field: 'until', Problem: 'missing' }];
  } else if (kind === 'UNBLOCK' && isGiven('until') && !isGiven('declinedTransactionId'))
    return [{ Field: 'until', Problem: 'unknown' }];
  const Problem = asked.until ? wrongEnd(new Date(asked.until), now) : null;
  return Problem === null ? [] : [{ Field: 'until', Problem }];
}

/** The problem with the end of a raise: it is in the past, or too far in the future. */
export function wrongEnd(until: Date, now: Date): 'tooShort' | 'tooLong' | null {
  if (until <= now) return 'tooShort';
  return until.getTime() - now.getTime() > cardRequest.longestSeconds * 1000 ? 'tooLong' : null;
}
