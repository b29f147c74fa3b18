import type { CardLimits } from '@florin/contract/cards/spend-limits';
import { isEligible } from '@florin/contract/eligibility';
import { Link } from '@tanstack/react-router';
import { askedText } from '../../../../flows/requests/asked-words.ts';
import { RuleSentence } from '../../../../flows/spend-rules/RuleSentence.tsx';
import { longWhen } from '../../../../flows/time/when.ts';
import { buttonClass } from '../../../../kit/actions/Button.tsx';
import { Panel } from '../../../../kit/layout/Panel.tsx';
import { cardPageWords } from '../../../../messages/en/cards/card-page.ts';
import { paths } from '../../../../paths.ts';
import { ReasonedButton, useReason } from '../../../../session/PermittedButton.tsx';
import { usePerson } from '../../../../session/person.ts';
import { useRequests } from './card-history.ts';
import styles from '../cards.module.css';
import type { CardPart, OpenDialog } from './dialogs.ts';

const words = cardPageWords;

const layers = ['OVERRIDE', 'CARD', 'GROUP', 'BUSINESS', 'PROGRAM'] as const;

export interface RulesPanelProps extends CardPart {
  limits: CardLimits | null | undefined;
}

/** What is asked for, then the rules by layer, the nearest first, each with whose it is. */
export function RulesPanel({ scope, card, limits, onDialog }: RulesPanelProps) {
  const { timeZone } = usePerson();
  const isOwn = scope === 'own';
  const requests = useRequests(scope, card.id);
  if (limits == null) return null;
  const pending = requests.filter(({ status }) => status === 'PENDING');
  return (
    <Panel
      title={words.rules}
      padded={false}
      actions={
        !isOwn && isEligible('card.change', { card }) && <RuleActs own={ownRuleOf(limits)} onDialog={onDialog} />
      }
    >
      {limits.rules.length + pending.length === 0 ? (
        <p className={styles.row}>{words.noRules}</p>
      ) : (
        <dl>
          {pending.map((request) => (
            <div key={request.id} className={styles.rule}>
              <dt>{words.asked}</dt>
              <dd>
                <b>{askedText(request)}</b>
                {isOwn ? words.askedByYou : words.askedBy(request.requestedBy.name)}
                <p className={styles.small}>
                  {words.notDecided}{' '}
                  <Link
                    to={isOwn ? paths.fundingRequests : paths.cardRequests}
                    search={{ open: request.id }}
                    className={styles.link}
                  >
                    {isOwn ? words.see : words.decide}
                  </Link>
                </p>
              </dd>
            </div>
          ))}
          {policiesOf(limits).map(([key, rules]) => {
            const { layer, policyId, policyName, until } = rules[0]!;
            return (
              <div key={key} className={styles.rule}>
                <dt>{words.layers[layer]}</dt>
                <dd>
                  <ul>
                    {rules.map(({ rule, index }) => (
                      <li key={index}>
                        <RuleSentence rule={rule} groups={limits.groups} />
                      </li>
                    ))}
                  </ul>
                  <p className={styles.small}>
                    {layer === 'PROGRAM' ? (
                      words.liftedByNone
                    ) : isOwn || layer === 'OVERRIDE' ? (
                      words.policyOf(policyName)
                    ) : (
                      <Link to={paths.cardPolicy} params={{ id: policyId }}>
                        {words.policyOf(policyName)}
                      </Link>
                    )}
                    {until !== null && `, ${words.until(longWhen(until, timeZone))}`}
                  </p>
                </dd>
              </div>
            );
          })}
        </dl>
      )}
    </Panel>
  );
}

/** The rules of each policy, the nearest layer first. */
const policiesOf = ({ rules }: CardLimits) => [
  ...Map.groupBy(
    layers.flatMap((layer) => rules.filter((rule) => rule.layer === layer)),
    ({ layer, policyId, until }) => `${layer}/${policyId}/${until}`,
  ),
];

/** The policy of the card alone; null where it has none in force. */
export const ownRuleOf = ({ rules }: CardLimits): string | null =>
  rules.find(({ layer }) => layer === 'CARD')?.policyId ?? null;

/** Lets the card do more for a time, and leads to its own rules. */
function RuleActs({ own, onDialog }: { own: string | null; onDialog: (dialog: OpenDialog) => void }) {
  const raising = useReason('spend-policies.override');
  const changing = useReason('spend-policies.change');
  return (
    <div className={styles.acts}>
      <ReasonedButton reason={raising} variant="quiet" onClick={() => onDialog('raise')}>
        {words.raise}
      </ReasonedButton>
      {own === null ? (
        <ReasonedButton reason={changing} onClick={() => onDialog('rule')}>
          {words.newRule}
        </ReasonedButton>
      ) : (
        <Link to={paths.cardPolicy} params={{ id: own }} className={buttonClass()} aria-label={words.editRuleLabel}>
          {words.edit}
        </Link>
      )}
    </div>
  );
}
