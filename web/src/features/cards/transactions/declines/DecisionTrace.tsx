import type { DeclineCode } from '@florin/contract/cards/decline-codes';
import { declineReason } from '@florin/contract/cards/decline-sentences';
import { Check, X } from 'lucide-react';
import { Link } from '@tanstack/react-router';
import { RuleSentence } from '../../../../flows/spend-rules/RuleSentence.tsx';
import { useResetText } from '../../../../flows/time/resets.ts';
import { isPast, longWhen } from '../../../../flows/time/when.ts';
import { Icon } from '../../../../kit/text/Icon.tsx';
import { moneyText } from '../../../../kit/text/money-parts.ts';
import { transactionWords } from '../../../../messages/en/cards/transactions.ts';
import { sheetWords } from '../../../../messages/en/cards/transaction-sheet.ts';
import { paths } from '../../../../paths.ts';
import { usePerson } from '../../../../session/person.ts';
import { hasPage, standsInTheWay, type Trace, type TracedRule } from './obstacles.ts';
import type { Transaction } from '../queries.ts';
import styles from '../transactions.module.css';

const words = sheetWords;

interface DecisionTraceProps {
  trace: Trace;
  of: Transaction;
}

/** For administrators: the rules that decided, as sentences in the order of their layers, and which one bound. */
export function DecisionTrace({ trace, of }: DecisionTraceProps) {
  const event = of.events.find(({ id }) => id === trace.eventId);
  const isDeclined = event?.outcome === 'DECLINED';
  const code = event?.declineCode ?? null;
  const decided = code !== null && isExplained(trace, code);
  const asked = event?.amount ?? of.requested;
  const isShort = trace.available.amount < asked.amount;
  const { timeZone } = usePerson();
  const resetOf = useResetText(timeZone);
  return (
    <section className={styles.part}>
      <h3>
        {isDeclined ? words.why.declined : words.why.allowed} <span className={styles.mute}>{words.seenBy}</span>
      </h3>
      <ul className={styles.trace}>
        {code !== null && !decided && (
          <li data-binds>
            <Verdict isRefusal />
            <span className={styles.mute}>{words.cardItself}</span>
            <span>
              {declineReason(code)} {words.decided}
            </span>
          </li>
        )}
        {trace.rules.map((rule) => (
          <li key={`${rule.policyId} ${rule.version} ${rule.index}`} data-binds={rule.binds || undefined}>
            <Verdict isRefusal={standsInTheWay(rule, asked)} />
            <span className={styles.mute}>
              {transactionWords.layers[rule.layer]}
              {hasPage(rule) && rule.policyName !== '' && (
                <>
                  {' '}
                  <Link to={paths.cardPolicy} params={{ id: rule.policyId }} className={styles.policy}>
                    {rule.policyName}
                  </Link>
                </>
              )}
            </span>
            <span>
              <RuleSentence rule={rule.rule} groups={trace.groups} />
              {roomText(rule, timeZone, resetOf)}
              {rule.binds && ` ${isDeclined && decided ? words.decided : words.tightest}`}
            </span>
          </li>
        ))}
        <li data-binds={trace.binds === 'FUNDS' || undefined}>
          <Verdict isRefusal={isShort} />
          <span className={styles.mute}>{words.balance}</span>
          <span>
            {words.available(moneyText(trace.available))}
            {trace.binds === 'FUNDS' && ` ${isDeclined && decided ? words.decided : words.tightest}`}
          </span>
        </li>
      </ul>
    </section>
  );
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

/** What was left of a limit, and when it starts anew or has done so. */
function roomText({ rule, room, resetsAt }: TracedRule, zone: string, resetOf: (at: string) => string): string {
  if (rule.kind !== 'amount' || rule.period === 'purchase' || room === null) return '.';
  const reset =
    resetsAt === null
      ? ''
      : `, ${isPast(resetsAt) ? words.reset(longWhen(resetsAt, zone)) : words.resets(resetOf(resetsAt))}`;
  return `: ${words.wasLeft(moneyText(room))}${reset}.`;
}
