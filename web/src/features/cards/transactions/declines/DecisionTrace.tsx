import type { Money } from '@florin/contract/money';
import type { DeclineCode } from '@florin/contract/cards/decline-codes';
import { declineReason } from '@florin/contract/cards/decline-sentences';
import { Check, X } from 'lucide-react';
import { Link } from '@tanstack/react-router';
import { RuleSentence } from '../../../../flows/spend-rules/RuleSentence.tsx';
import { Icon } from '../../../../kit/text/Icon.tsx';
import { moneyText } from '../../../../kit/text/money-parts.ts';
import { transactionWords } from '../../../../messages/en/cards/transactions.ts';
import { sheetWords } from '../../../../messages/en/cards/transaction-sheet.ts';
import { paths } from '../../../../paths.ts';
import { hasPage, standsInTheWay, type Trace, type TracedRule } from './obstacles.ts';
import type { Transaction } from '../queries.ts';
import styles from '../transactions.module.css';

const words = sheetWords;

interface DecisionTraceProps {
  trace: Trace;
  of: Transaction;
}

/**
 * For administrators: why a purchase was decided as it was, one row for each layer. What decided is first, with its sum;
 * rules that let it through stay folded behind the tightest of their layer.
 */
export function DecisionTrace({ trace, of }: DecisionTraceProps) {
  const event = of.events.find(({ id }) => id === trace.eventId);
  const isDeclined = event?.outcome === 'DECLINED';
  const code = event?.declineCode ?? null;
  const decided = code !== null && isExplained(trace, code);
  const byCard = code !== null && !decided;
  const asked = event?.amount ?? of.requested;
  const isShort = trace.available.amount < asked.amount;
  const binding = trace.binds === null && code === null ? tightestOf(trace) : bindingOf(trace);
  const verdict = ` ${isDeclined && decided ? words.decided : words.tightest}`;
  const rows = rowsOf(trace, asked, binding);
  const balance = (
    <li key="balance" data-binds={binding === 'FUNDS' || undefined}>
      <Verdict isRefusal={isShort} />
      <span className={styles.mute}>{words.balance}</span>
      <span>
        {words.available(moneyText(trace.available))}
        {binding === 'FUNDS' && verdict}
      </span>
    </li>
  );
  const layers = Map.groupBy(rows, ({ rules }) => rules[0]!.layer);
  const allowing = [...layers.values()].filter((same) => same.every(({ refuses }) => !refuses)).length;
  return (
    <section className={styles.part}>
      <h3 className={styles.traceHead}>
        {isDeclined ? words.why.declined : words.why.allowed} <span className={styles.mute}>{words.seenBy}</span>{' '}
        <span className={styles.mute}>
          {words.layersAllow(allowing + (isShort ? 0 : 1), layers.size + (byCard ? 2 : 1))}
        </span>
      </h3>
      <ul className={styles.trace} aria-label={words.layers}>
        {byCard && (
          <li data-binds>
            <Verdict isRefusal />
            <span className={styles.mute}>{words.cardItself}</span>
            <span>
              {declineReason(code)} {words.decided}
            </span>
          </li>
        )}
        {binding === 'FUNDS' && balance}
        {rows.map(({ name, policyId, refuses, rules, rest }) => (
          <li key={rules[0]!.policyId} data-binds={rules.some((rule) => rule === binding) || undefined}>
            <Verdict isRefusal={refuses} />
            <span className={styles.mute}>
              {policyId === null ? (
                name
              ) : (
                <Link to={paths.cardPolicy} params={{ id: policyId }}>
                  {name}
                </Link>
              )}
            </span>
            <div>
              {rules.map((rule) => (
                <p key={rule.index}>
                  <RuleSentence rule={rule.rule} groups={trace.groups} />
                  {refuses || rule === binding ? sumText(rule, asked) : '.'}
                  {rule === binding && verdict}
                </p>
              ))}
              {rest.length > 0 && (
                <details className={styles.mute}>
                  <summary>{words.moreAllow(rest.length)}</summary>
                  {rest.map((rule) => (
                    <p key={rule.index}>
                      <RuleSentence rule={rule.rule} groups={trace.groups} />.
                    </p>
                  ))}
                </details>
              )}
            </div>
          </li>
        ))}
        {binding !== 'FUNDS' && balance}
      </ul>
    </section>
  );
}

type Binding = TracedRule | 'FUNDS' | null;

const bindingOf = ({ binds, rules }: Trace): Binding =>
  binds === 'FUNDS' ? 'FUNDS' : (rules.find((rule) => rule.binds) ?? null);

/** Of what let a purchase through, the limit or the balance that would have let the least through. */
function tightestOf({ available, rules }: Trace): Binding {
  const [tightest] = rules.filter(({ rule }) => rule.kind === 'amount').toSorted(byRoom);
  return tightest && (tightest.room?.amount ?? Infinity) <= available.amount ? tightest : 'FUNDS';
}

const byRoom = (a: TracedRule, b: TracedRule) => (a.room?.amount ?? Infinity) - (b.room?.amount ?? Infinity);

interface Row {
  name: string;
  /** Null where the policy has no page. */
  policyId: string | null;
  refuses: boolean;
  /** What stands in the way; otherwise the tightest, which lets it through. */
  rules: TracedRule[];
  /** Those that let it through besides. */
  rest: TracedRule[];
}

/** One row for each policy, in the order of the layers: what decided is first, then what refused as well. */
function rowsOf(trace: Trace, asked: Money, binding: Binding): Row[] {
  const policies = [...Map.groupBy(trace.rules, ({ policyId }) => policyId).values()];
  const rows = policies.map((all): Row => {
    const [first] = all;
    const { layer, policyId, policyName } = first!;
    const ordered = all.toSorted((a, b) => Number(b === binding) - Number(a === binding) || byRoom(a, b));
    const refusing = ordered.filter((rule) => standsInTheWay(rule, asked));
    const rules = refusing.length > 0 ? refusing : ordered.slice(0, 1);
    // A layer with one policy is known by its own name; of groups there can be several.
    const isOne = layer !== 'GROUP' && policies.every((other) => other === all || other[0]!.layer !== layer);
    return {
      name: isOne || policyName === '' ? transactionWords.layers[layer] : policyName,
      policyId: hasPage(first!) ? policyId : null,
      refuses: refusing.length > 0,
      rules,
      rest: ordered.filter((rule) => !rules.includes(rule)),
    };
  });
  const rank = ({ rules, refuses }: Row) => (rules.some((rule) => rule === binding) ? 0 : refuses ? 1 : 2);
  return rows.toSorted((a, b) => rank(a) - rank(b));
}

/** Whether a rule or the balance declined it; otherwise the card, its account or a check did. */
function isExplained({ binds, rules }: Trace, code: DeclineCode): boolean {
  if (binds === 'RULE') return rules.some((rule) => rule.binds && rule.code === code);
  return binds === 'FUNDS' && code.startsWith('insufficient_');
}

const Verdict = ({ isRefusal }: { isRefusal: boolean }) => (
  <span className={styles.verdict} data-refuses={isRefusal || undefined}>
    <Icon of={isRefusal ? X : Check} size={16} />
    <span className="visually-hidden">{isRefusal ? words.refused : words.allowed}</span>
  </span>
);

/** What a limit had counted, and what it would have counted with this purchase. */
function sumText({ rule, room }: TracedRule, asked: Money): string {
  if (rule.kind !== 'amount' || room === null) return '.';
  if (rule.period === 'purchase') return `: ${words.asked(moneyText(asked))}.`;
  // Nothing is left of a limit that may be overdrawn: what was counted is not known.
  if (room.amount === 0) return `: ${words.wasLeft(moneyText(room))}.`;
  const before = rule.limit - room.amount;
  if (before <= 0) return '.';
  const text = (amount: number) => moneyText({ ...asked, amount });
  return `: ${words.sum(text(before), text(asked.amount), text(before + asked.amount))}.`;
}
