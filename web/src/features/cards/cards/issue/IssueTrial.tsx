import type { tryNewCard } from '@florin/contract/cards/cards/issue';
import type { Success } from '@florin/contract/endpoint';
import { dayText } from '@florin/contract/cards/policies/rule-sentences';
import { RuleSentence } from '../../../../flows/spend-rules/RuleSentence.tsx';
import { StatusText } from '../../../../kit/feedback/StatusText.tsx';
import { declineReason } from '@florin/contract/cards/decline-sentences';
import { moneyText, usd } from '../../../../kit/text/money-parts.ts';
import { issueCardWords as words } from '../../../../messages/en/cards/issue-card.ts';
import { transactionWords } from '../../../../messages/en/cards/transactions.ts';
import { usePerson } from '../../../../session/person.ts';
import { trialOf, type IssueValues } from './issue-schema.ts';
import styles from './issue.module.css';

type Trial = Success<typeof tryNewCard>['body'];

interface IssueTrialProps {
  /** Of the headings. */
  id: string;
  /** Of the holder. */
  firstName: string;
  values: IssueValues;
  /** The last answer; null while there is none. */
  trial: Trial | null;
  /** What was answered. */
  asked: ReturnType<typeof trialOf>;
  failed: boolean;
  /** Something else is typed by now. */
  isOld: boolean;
}

/** What a card could do that does not exist yet. */
export default function IssueTrial({ id, firstName, values, trial, asked, failed, isOld }: IssueTrialProps) {
  return (
    <>
      <section className={styles.section} aria-labelledby={`${id}can`} aria-busy={trial !== null && isOld}>
        <h3 id={`${id}can`}>{words.can}</h3>
        <p className={styles.say}>
          <OwnRules values={values} firstName={firstName} />
          {trial !== null && trial.groups.length > 0 && (
            <span className={styles.quiet}> {words.inGroups(trial.groups.map(({ name }) => name).join(', '))}</span>
          )}
        </p>
        {trial === null
          ? failed && <p className={styles.quiet}>{words.trialFailed}</p>
          : noneText(trial) !== null && <p className={styles.quiet}>{noneText(trial)}</p>}
      </section>
      {trial && asked && <Tries id={id} trial={trial} asked={asked} isOld={isOld} />}
      {trial && <Above trial={trial} isOld={isOld} />}
    </>
  );
}

/** The card's own rules as one sentence. */
function OwnRules({ values, firstName }: { values: IssueValues; firstName: string }) {
  const { timeZone } = usePerson();
  const asked = trialOf(values, timeZone);
  const limit = asked?.limit ? words.limit(moneyText(usd(asked.limit.amount)), asked.limit.period) : null;
  const { usesAtMost, amountLock, merchantLock } = asked?.controls ?? {};
  return (
    <>
      {words.own(firstName, limit, merchantLock?.merchant ?? null)}
      {usesAtMost != null && words.usesText(usesAtMost)}
      {amountLock != null && words.lockText(moneyText(usd(amountLock)))}
      {asked?.controls?.validUntil && words.untilDay(dayText(values.closes))}.
    </>
  );
}

/** Why the card cannot be issued; null if it can. */
function noneText({ leftToday, leftInPlan }: Trial): string | null {
  if (leftInPlan === 0) return words.noneInPlan;
  return leftToday === 0 ? words.noneToday : null;
}

/** The rules of others, which hold for the card as well. */
function Above({ trial: { rules, categoryGroups }, isOld }: { trial: Trial; isOld: boolean }) {
  if (rules.length === 0) return <p className={styles.quiet}>{words.noneAbove}</p>;
  return (
    <details className={styles.more} data-old={isOld || undefined}>
      <summary>{words.above(rules.length)}</summary>
      <dl className={styles.rules}>
        {rules.map(({ layer, policyId, policyName, rule }) => (
          <div key={`${policyId} ${JSON.stringify(rule)}`}>
            <dt title={policyName}>{transactionWords.layers[layer]}</dt>
            <dd>
              <RuleSentence rule={rule} groups={categoryGroups} />
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

interface TriesProps {
  id: string;
  trial: Trial;
  asked: NonNullable<ReturnType<typeof trialOf>>;
  isOld: boolean;
}

/** Purchases that the engine has decided for the card that does not exist yet. */
function Tries({ id, trial, asked, isOld }: TriesProps) {
  const lockedTo = asked.controls?.merchantLock?.merchant ?? null;
  return (
    <section className={styles.section} aria-labelledby={`${id}try`} data-old={isOld || undefined}>
      <h3 id={`${id}try`}>
        {words.tries} <small>{trial.source === 'WALLET' ? words.triesFunded : words.triesText}</small>
      </h3>
      <ul className={styles.tries}>
        {trial.purchases.map((answer, index) => {
          const purchase = asked.purchases?.[index];
          if (!purchase) return null;
          const amount = moneyText(usd(purchase.amount));
          const place =
            purchase.merchant === lockedTo ? lockedTo : lockedTo === null ? words.anywhere : words.elsewhere;
          return (
            <li key={`${amount} ${purchase.merchant} ${purchase.country ?? ''}`}>
              <span>{purchase.country === 'CA' ? words.abroad(amount) : words.at(amount, place)}</span>
              <StatusText tone={answer.code === null ? 'ok' : 'bad'}>{verdictText(answer, asked)}</StatusText>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function verdictText({ code, rule }: Trial['purchases'][number], { limit, controls }: TriesProps['asked']): string {
  if (code === null) return words.allowed;
  if (code === 'mcc_not_allowed') return words.byCategory;
  if (code === 'merchant_locked_elsewhere') return words.worksOnlyAt(controls?.merchantLock?.merchant ?? '');
  if (code === 'insufficient_funds' || code === 'insufficient_business_balance') return words.overBalance;
  if (rule?.layer === 'CARD' && limit) return words.over(words.limit(moneyText(usd(limit.amount)), limit.period));
  if (rule === null && controls?.amountLock != null) return words.over(moneyText(usd(controls.amountLock)));
  const name = words.rules[code];
  return name === undefined ? declineReason(code).replace(/\.$/, '') : words.refusedBy(name, rule?.policyName ?? '');
}
