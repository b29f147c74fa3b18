import type { CardStatus } from '@florin/contract/cards/card-states';
import type { ForecastKind } from '@florin/contract/program/dashboard';
import type { WhenShort } from '@florin/contract/money/card-funding';
import type { FundingAct } from '@florin/contract/money/funding-acts';
import { planFunding } from '../../../core/card-funding/plan.ts';

interface Dated {
  at: Date;
  /** yyyy-mm-dd in the business's time zone. */
  date: string;
}

/** Money that comes to the account at a moment. */
export interface Coming extends Dated {
  kind: Exclude<ForecastKind, 'FUNDING'>;
  name: string | null;
  count: number;
  transactionId: string | null;
  amount: bigint;
}

/** A run of a schedule. */
export interface Run extends Dated {
  kind: 'FUNDING';
  name: string;
  act: FundingAct;
  whenShort: WhenShort;
  amount: bigint;
  cards: readonly { cardId: string; status: CardStatus; available: bigint | null }[];
}

export interface Foreseen extends Dated {
  kind: ForecastKind;
  name: string | null;
  count: number;
  transactionId: string | null;
  change: bigint;
  available: bigint;
  missing: bigint | null;
}

/**
 * What facts with a date do to an account, one after the other. A run is planned by the function that does it, with the
 * balances that earlier runs leave; a run that changes nothing is left out.
 * @param available minor units, now
 */
export function foresee(available: bigint, facts: readonly (Coming | Run)[]): Foreseen[] {
  const wallets = new Map<string, bigint>();
  const found: Foreseen[] = [];
  let account = available;
  for (const fact of facts.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const { at, date, kind, name } = fact;
    if (fact.kind !== 'FUNDING') {
      account += fact.amount;
      const { count, transactionId, amount: change } = fact;
      found.push({ at, date, kind, name, count, transactionId, change, available: account, missing: null });
      continue;
    }
    const { act, whenShort, amount } = fact;
    const cards = fact.cards.map((card) => ({
      ...card,
      available: card.available === null ? null : (wallets.get(card.cardId) ?? card.available),
      amount,
    }));
    const { lines, account: after, missing } = planFunding({ act, whenShort, cards, account });
    for (const { cardId, before, change } of lines) wallets.set(cardId, before + change);
    const count = lines.filter(({ change }) => change !== 0n).length;
    if (count === 0 && missing === 0n) continue;
    found.push({
      at,
      date,
      kind,
      name,
      count,
      transactionId: null,
      change: after.after - account,
      available: after.after,
      missing: missing > 0n ? missing : null,
    });
    account = after.after;
  }
  return found;
}

/**
 * The least that is available at any moment, and until when it stays.
 * @param days yyyy-mm-dd, every day of the forecast
 */
export function lowestOf(available: bigint, days: readonly string[], foreseen: readonly Foreseen[]) {
  let account = available;
  const lows = days.map((date) => {
    const ofDay = foreseen.filter((each) => each.date === date).map((each) => each.available);
    const low = ofDay.reduce((least, each) => (each < least ? each : least), ofDay[0] ?? account);
    account = ofDay.at(-1) ?? account;
    return { date, available: low };
  });
  const least = lows.reduce((low, day) => (day.available < low.available ? day : low), lows[0]!);
  const first = lows.indexOf(least);
  const after = lows.findIndex((day, i) => i > first && day.available !== least.available);
  const last = lows[after < 0 ? lows.length - 1 : after - 1]!;
  return { available: least.available, from: least.date, to: last.date };
}
