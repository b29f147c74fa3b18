import type { SpendPolicyLine } from '@florin/contract/cards/spend-policies';
import { ruleText } from '@florin/contract/cards/policies/rule-sentences';
import { StatusText } from '../../../../kit/feedback/StatusText.tsx';
import type { Column } from '../../../../kit/lists/table/columns.ts';
import { titleOfCard } from '../../../../flows/cards/card-title.ts';
import { LastDigits } from '../../../../kit/text/LastDigits.tsx';
import { Money } from '../../../../kit/text/Money.tsx';
import { policyListWords as words } from '../../../../messages/en/cards/policy-list.ts';
import styles from './policy-list.module.css';

/** @param showsSpend whether the person may see what was spent */
export const columnsOf = (showsSpend: boolean): readonly Column<SpendPolicyLine>[] => [
  { id: 'name', title: words.columns.name, sort: 'ascending', cell: ({ name }) => name },
  {
    id: 'layer',
    title: words.columns.layer,
    sort: 'ascending',
    folds: 'first',
    cell: (policy) => <For policy={policy} />,
  },
  {
    id: 'rules',
    title: words.columns.rules,
    folds: 'later',
    cell: ({ document }) => {
      const [first] = document.rules;
      if (!first) return <span className={styles.mute}>{words.noRules}</span>;
      const rest = document.rules.length - 1;
      return (
        <span className={styles.rules}>
          {ruleText(first, document.groups)}
          {rest > 0 && <span className={styles.mute}> {words.moreRules(rest)}</span>}
        </span>
      );
    },
  },
  { id: 'versions', title: words.columns.versions, card: 'aside', cell: (policy) => <Versions policy={policy} /> },
  {
    id: 'under',
    title: words.columns.under,
    sort: 'descending',
    folds: 'first',
    cell: ({ cards, people }) => <span className={styles.mute}>{words.under(cards, people)}</span>,
  },
  ...(showsSpend
    ? ([
        {
          id: 'spent',
          title: words.columns.spent,
          align: 'end',
          sort: 'descending',
          card: 'figure',
          cell: ({ spent }) => spent && <Money value={spent} />,
        },
      ] satisfies Column<SpendPolicyLine>[])
    : []),
];

function For({ policy: { layer, group, card } }: { policy: SpendPolicyLine }) {
  if (layer === 'GROUP') return <>{group?.name}</>;
  if (layer === 'CARD' && card)
    return (
      <>
        {card.cardholder ?? titleOfCard(card)} <LastDigits digits={card.last4} />
      </>
    );
  return <>{words.everyCard}</>;
}

/** The state of versions: gray where the policy is in force. */
function Versions({ policy: { active, next, shadow, draft } }: { policy: SpendPolicyLine }) {
  const also = [
    next === null ? null : words.next(next),
    shadow === null ? null : words.shadow(shadow),
    draft === null || active === null ? null : words.draft(draft),
  ].filter((text) => text !== null);
  return (
    <span className={styles.versions}>
      <StatusText fill={active === null ? 'ring' : 'full'}>
        {active === null ? (draft === null ? words.notActive : words.onlyDraft) : words.active(active)}
      </StatusText>
      {also.length > 0 && <span className={styles.mute}>{also.join(', ')}</span>}
    </span>
  );
}
