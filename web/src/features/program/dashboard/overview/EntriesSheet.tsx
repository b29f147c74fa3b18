import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import { When } from '../../../../flows/time/When.tsx';
import { shortDate } from '../../../../flows/time/when.ts';
import { Button } from '../../../../kit/actions/Button.tsx';
import { EmptyState } from '../../../../kit/feedback/EmptyState.tsx';
import { Failure } from '../../../../kit/feedback/Failure.tsx';
import { Skeleton } from '../../../../kit/feedback/Skeleton.tsx';
import { SideSheet } from '../../../../kit/overlays/SideSheet.tsx';
import { titleOfCard } from '../../../../flows/cards/card-title.ts';
import { LastDigits } from '../../../../kit/text/LastDigits.tsx';
import { Money } from '../../../../kit/text/Money.tsx';
import { overviewWords } from '../../../../messages/en/program/overview.ts';
import { paths } from '../../../../paths.ts';
import { errorMessage } from '../../../../session/failures/error-message.ts';
import { usePerson } from '../../../../session/person.ts';
import { entriesQuery, type FigureName } from './queries.ts';
import styles from './EntriesSheet.module.css';

const words = overviewWords.entries;

interface EntriesSheetProps {
  figure: FigureName;
  onClose: () => void;
}

/** The entries that a figure of the strip is made of, the newest first. */
export function EntriesSheet({ figure, onClose }: EntriesSheetProps) {
  const entries = useInfiniteQuery(entriesQuery(figure));
  const { timeZone, userData, fundingSource } = usePerson();
  const cardsAreFunded = fundingSource === 'Prepaid' && !userData.usePexAccountBalanceForAuths;
  const items = entries.data?.pages.flatMap((page) => page.items);
  return (
    <SideSheet open isOver title={words.titles[figure]} onClose={onClose}>
      {figure === 'fees-owed' && (
        <p className={styles.why}>{cardsAreFunded ? words.feesOfCards : words.feesOfAccount}</p>
      )}
      {items ? (
        items.length === 0 ? (
          <EmptyState icon={ReceiptText}>{words.none}</EmptyState>
        ) : (
          <ul className={styles.rows}>
            {items.map(({ id, at, description, amount, balanceAfter, until, transactionId, card, fundingRunId }) => (
              <li key={id} className={styles.row}>
                <div className={styles.words}>
                  {transactionId !== null ? (
                    <Link to={paths.transactions} search={{ open: transactionId }}>
                      {description}
                    </Link>
                  ) : fundingRunId !== null ? (
                    <Link to={paths.cardFunding} search={{ run: fundingRunId }}>
                      {description}
                    </Link>
                  ) : (
                    description
                  )}
                  {card !== null && (
                    <p>
                      <Link to="/cards/$id" params={{ id: card.id }}>
                        {titleOfCard(card)} <LastDigits digits={card.last4} />
                      </Link>
                    </p>
                  )}
                  <p className={styles.mute}>
                    <When at={at} />
                    {until !== null && `, ${words.until(shortDate(until, timeZone))}`}
                  </p>
                </div>
                <div className={styles.end}>
                  {amount.amount > 0 && '+'}
                  <Money value={amount} />
                  {balanceAfter && (
                    <p className={styles.mute}>
                      {figure === 'fees-owed' ? words.owed : words.balance} <Money value={balanceAfter} />
                    </p>
                  )}
                </div>
              </li>
            ))}
          </ul>
        )
      ) : entries.isError ? (
        <Failure
          {...errorMessage(entries.error, words.failed)}
          onRetry={() => void entries.refetch()}
          retrying={entries.isFetching}
        />
      ) : (
        <div aria-busy="true" className={styles.rows}>
          <Skeleton shape="long" />
          <Skeleton shape="long" />
          <Skeleton shape="long" />
        </div>
      )}
      {entries.hasNextPage && (
        <p className={styles.more}>
          <Button
            pending={entries.isFetchingNextPage}
            pendingLabel={words.more}
            onClick={() => void entries.fetchNextPage()}
          >
            {words.more}
          </Button>
        </p>
      )}
    </SideSheet>
  );
}
