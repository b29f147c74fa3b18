import type { Rule } from '@florin/contract/cards/policies/spend-rules';
import { hoursReason } from '@florin/contract/cards/policies/hour-sentences';
import type { Database } from '../../db/open.ts';
import { readSituations } from '../authorizations/limits.ts';
import { calendarOf } from '../policies/calendar.ts';
import { isRefusal } from '../policies/decide.ts';
import { noCategory } from '../policies/facts.ts';
import { liftedRule, type RequestOfException } from './exceptions.ts';

/** When a card works, and in which time zone. */
export interface CardHours {
  windows: Extract<Rule, { kind: 'hours' }>['windows'];
  timeZone: string;
}

/** When the card of a request works without what is asked for; null where the request is not about hours. */
export async function hoursOf(
  db: Database,
  row: RequestOfException & {
    business_id: string;
    created_at: Date;
    declinedAt: Date | null;
    declinedMcc: number | null;
  },
): Promise<CardHours | null> {
  if (row.card_id === null || (await liftedRule(db, row))?.kind !== 'hours') return null;
  const at = (row.declinedAt ?? row.created_at).getTime();
  const [situation] = await readSituations(db, row.business_id, [row.card_id], at);
  if (!situation) return null;
  const { facts, program, timeZone, currency } = situation;
  const purchase = { amount: 1, currency, mcc: row.declinedMcc ?? noCategory, merchantId: '', merchant: '' };
  const context = { ...purchase, country: 'US', presence: 'PRESENT', partialOk: true, at } as const;
  const rules = program.rules.flatMap(({ rule, layer, room }) => {
    if (rule.kind !== 'hours' || layer === 'OVERRIDE') return [];
    return [{ rule, room: room(context, facts, calendarOf(timeZone, at)) }];
  });
  // Of several, the one that refused it.
  const found = rules.find(({ room }) => room !== null && isRefusal(room)) ?? rules[0];
  return found ? { windows: found.rule.windows, timeZone } : null;
}

/** 'This card works Monday to Friday, 9 AM to 6 PM Eastern.' */
export function hoursSentence(hours: CardHours): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: hours.timeZone, timeZoneName: 'longGeneric' });
  const zone = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? hours.timeZone;
  return hoursReason(hours, zone.replace(/ Time$/, ''));
}
