import type { SpendPolicyLine } from '@florin/contract/cards/spend-policies';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ruleText } from '../../../flows/spend-rules/rule-parts.ts';
import { RuleSentence } from '../../../flows/spend-rules/RuleSentence.tsx';
import { Button } from '../../../kit/actions/Button.tsx';
import { StatusText } from '../../../kit/feedback/StatusText.tsx';
import { ListEmpty, ListFailed, ListNoMatch } from '../../../kit/lists/ListStates.tsx';
import { Pagination } from '../../../kit/lists/Pagination.tsx';
import type { Column } from '../../../kit/lists/table/columns.ts';
import { Table } from '../../../kit/lists/table/Table.tsx';
import { LastDigits } from '../../../kit/text/LastDigits.tsx';
import { Money } from '../../../kit/text/Money.tsx';
import { spendPolicyWords as words } from '../../../messages/en/cards/spend-policies.ts';
import { paths } from '../../../paths.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { policiesQuery, type Layer } from './queries.ts';
import { SearchField } from './SearchField.tsx';
import styles from './spend-policies.module.css';

interface PolicyListProps {
  layer: Layer | null;
  text: string;
  onText: (text: string) => void;
}

/** The policies of a layer, or of all, page by page, below the rules of the program. */
export function PolicyList({ layer, text, onText }: PolicyListProps) {
  const filter = useMemo(
    () => ({ ...(layer !== null && { layer }), ...(text.trim() !== '' && { text: text.trim() }) }),
    [layer, text],
  );
  const list = useInfiniteQuery({ ...policiesQuery(filter), placeholderData: (before) => before });
  const rows = useMemo(() => list.data?.pages.flatMap(({ policies }) => policies) ?? [], [list.data]);
  const protections = list.data?.pages[0]?.protections;
  const [moreFailed, setMoreFailed] = useState(false);
  const more = async () => {
    setMoreFailed((await list.fetchNextPage()).isFetchNextPageError);
  };
  const failed = (title: string, onRetry: () => void, retrying: boolean) => (
    <ListFailed
      title={title}
      text={words.failedText}
      correlationId={errorMessage(list.error, title).correlationId}
      onRetry={onRetry}
      retrying={retrying}
    />
  );
  return (
    <div className={styles.stack}>
      {protections && protections.rules.length > 0 && (
        <section className={styles.protections} aria-label={words.protections}>
          <h2>{words.protections}</h2>
          <ul>
            {protections.rules.map((rule) => (
              <li key={ruleText(rule, protections.groups)}>
                <RuleSentence rule={rule} groups={protections.groups} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Table
        label={words.list}
        rows={rows}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        rowHref={({ id }) => `${paths.cardPolicies}/${id}`}
        loading={list.isPending}
        expected={6}
        density="roomy"
        toolbar={<SearchField label={words.search} value={text} onChange={onText} />}
        empty={
          list.isError ? (
            failed(words.loadFailed, () => void list.refetch(), list.isFetching)
          ) : text.trim() !== '' ? (
            <ListNoMatch title={words.noMatch}>
              <Button variant="quiet" onClick={() => onText('')}>
                {words.clear}
              </Button>
            </ListNoMatch>
          ) : (
            <ListEmpty title={words.none.title} text={words.none.text} />
          )
        }
        footer={
          rows.length > 0 && (
            <>
              {moreFailed && failed(words.moreFailed, () => void more(), list.isFetchingNextPage)}
              <Pagination
                label={words.list}
                summary={words.shown(rows.length)}
                onMore={list.hasNextPage ? () => void more() : null}
                pending={list.isFetchingNextPage}
              />
            </>
          )
        }
      />
    </div>
  );
}

const columns: readonly Column<SpendPolicyLine>[] = [
  { id: 'name', title: words.columns.name, cell: ({ name }) => name },
  { id: 'layer', title: words.columns.layer, folds: 'first', cell: (policy) => <For policy={policy} /> },
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
    folds: 'first',
    cell: ({ cards, people }) => <span className={styles.mute}>{words.under(cards, people)}</span>,
  },
  {
    id: 'spent',
    title: words.columns.spent,
    align: 'end',
    card: 'figure',
    cell: ({ spent }) => spent && <Money value={spent} />,
  },
];

function For({ policy: { layer, group, card } }: { policy: SpendPolicyLine }) {
  if (layer === 'GROUP') return <>{group?.name}</>;
  if (layer === 'CARD' && card)
    return (
      <>
        {card.cardholder ?? card.name} <LastDigits digits={card.last4} />
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
