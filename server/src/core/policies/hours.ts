import type { Rule } from '@florin/contract/cards/policies/spend-rules';
import type { PolicyVersion } from './program.ts';
import { codesOfGroups } from './rooms.ts';

export type Windows = Extract<Rule, { kind: 'hours' }>['windows'];
const day = 1440;

/** When a card works for a category by all rules; null where none of them is about hours. */
export function windowsOf(
  rules: readonly { rule: Rule; versionId: number }[],
  versions: readonly PolicyVersion[],
  mcc: number,
): Windows | null {
  const windows = rules.flatMap(({ rule, versionId }) => {
    if (rule.kind !== 'hours') return [];
    const codesOf = codesOfGroups(versions.find(({ id }) => id === versionId)?.document.groups ?? []);
    return rule.exempt?.some((key) => codesOf(key).has(mcc)) ? [] : [rule.windows];
  });
  return windows.length === 0 ? null : windows.reduce(commonWindows);
}

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
