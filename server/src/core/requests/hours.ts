import type { Rule } from '@florin/contract/cards/policies/spend-rules';
import { hoursReason } from '@florin/contract/cards/policies/hour-sentences';
import type { Database } from '../../db/open.ts';
import { readSituations } from '../authorizations/limits.ts';
import { noCategory } from '../policies/facts.ts';
import { codesOfGroups } from '../policies/rooms.ts';
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
  const { program, versions, timeZone } = situation;
  const mcc = row.declinedMcc ?? noCategory;
  const rules = program.rules.flatMap(({ rule, layer, versionId }) => {
    if (rule.kind !== 'hours' || layer === 'OVERRIDE') return [];
    const codesOf = codesOfGroups(versions.get(versionId)?.document.groups ?? []);
    return rule.exempt?.some((key) => codesOf(key).has(mcc)) ? [] : [rule.windows];
  });
  return rules.length === 0 ? null : { windows: rules.reduce(commonWindows), timeZone };
}

type Windows = CardHours['windows'];
const day = 1440;

/** A time of one day, in minutes of it. */
interface Span {
  weekday: number;
  from: number;
  to: number;
}

/** The spans of windows; a night is one of each of its days. */
const spansOf = (windows: Readonly<Windows>): Span[] =>
  windows.flatMap(({ weekdays, from, to }) =>
    weekdays.flatMap((weekday) =>
      from <= to
        ? [{ weekday, from, to }]
        : [
            { weekday, from, to: day },
            { weekday: (weekday + 1) % 7, from: 0, to },
          ],
    ),
  );

/** When a card works that has both windows. */
export function commonWindows(one: Readonly<Windows>, other: Readonly<Windows>): Windows {
  const common = spansOf(one).flatMap((a) =>
    spansOf(other).flatMap((b): Span[] => {
      const [from, to] = [Math.max(a.from, b.from), Math.min(a.to, b.to)];
      return a.weekday === b.weekday && from < to ? [{ weekday: a.weekday, from, to }] : [];
    }),
  );
  const mornings = new Set<Span>();
  const nights = common.map((span) => {
    const morning = common.find(
      ({ weekday, from, to }) => span.to === day && weekday === (span.weekday + 1) % 7 && from === 0 && to < span.from,
    );
    if (morning) mornings.add(morning);
    return { of: span, ...span, to: morning?.to ?? span.to };
  });
  const alike = Map.groupBy(
    nights.filter(({ of }) => !mornings.has(of)),
    ({ from, to }) => `${from} ${to}`,
  );
  return [...alike.values()].map((spans) => ({
    weekdays: [...new Set(spans.map(({ weekday }) => weekday))].toSorted((a, b) => a - b),
    from: spans[0]!.from,
    to: spans[0]!.to,
  }));
}

/** 'This card works Monday to Friday, 9 AM to 6 PM Eastern.' */
export function hoursSentence(hours: CardHours): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: hours.timeZone, timeZoneName: 'longGeneric' });
  const zone = format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? hours.timeZone;
  return hoursReason(hours, zone.replace(/ Time$/, ''));
}
