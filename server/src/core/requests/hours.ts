import { hoursReason } from '@florin/contract/cards/policies/hour-sentences';
import type { Database } from '../../db/open.ts';
import { readSituations } from '../authorizations/limits.ts';
import { noCategory } from '../policies/facts.ts';
import { windowsOf, type Windows } from '../policies/hours.ts';
import { liftedRule, type RequestOfException } from './exceptions.ts';

/** When a card works, and in which time zone. */
export interface CardHours {
  windows: Windows;
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
  const { program, versions, timeZone } = situation;
  const mcc = row.declinedMcc ?? noCategory;
  const rules = program.rules.filter(({ layer }) => layer !== 'OVERRIDE');
  const windows = windowsOf(rules, [...versions.values()], mcc);
  return windows && { windows, timeZone };
}

/** 'This card works Monday to Friday, 9 AM to 6 PM Eastern.' */
export function hoursSentence(hours: CardHours): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: hours.timeZone, timeZoneName: 'longGeneric' });
  const zone = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? hours.timeZone;
  return hoursReason(hours, zone.replace(/ Time$/, ''));
}
