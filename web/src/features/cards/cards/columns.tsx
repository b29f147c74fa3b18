import type { Card } from '@florin/contract/cards/cards';
import type { Money as MoneyValue } from '@florin/contract/money';
import { lookOf } from '../../../flows/cards/card-look.ts';
import { titleOfCard } from '../../../flows/cards/card-title.ts';
import { CardState } from '../../../flows/cards/CardState.tsx';
import { Ago } from '../../../flows/time/Ago.tsx';
import { When } from '../../../flows/time/When.tsx';
import looks from '../../../kit/card/looks.module.css';
import type { Column } from '../../../kit/lists/table/columns.ts';
import { LastDigits } from '../../../kit/text/LastDigits.tsx';
import { Money } from '../../../kit/text/Money.tsx';
import { moneyParts } from '../../../kit/text/money-parts.ts';
import { cardsWords as words } from '../../../messages/en/cards/cards.ts';
import type { CardLeft } from './queries.ts';
import styles from './cards.module.css';

const titles = words.columns;

export const holderOf = ({ holder, nameOnCard }: Pick<Card, 'holder' | 'nameOnCard'>): string =>
  holder === null ? nameOnCard : `${holder.firstName} ${holder.lastName}`;

/** For people who cannot see the row. */
export const nameOf = (card: Card): string => words.nameOf(titleOfCard(card), card.last4, holderOf(card));

/** A small face in the color of the card; a card that cannot be used is a ghost. */
export const markOf = ({ status, controls }: Card) => (
  <span className={looks.mini} data-look={status === 'OPEN' ? lookOf(controls) : undefined} />
);

/** What amounts and times have in common. */
const figure = {
  align: 'end',
  sort: 'descending',
  folds: 'later',
  card: 'line',
  labelled: true,
  empty: words.nothing,
} as const;

/**
 * @param left what is left by card, as far as it has arrived; its column keeps its width until then
 * @param showsUsage whether the person may see what cards are used for
 */
export const columnsOf = (left: ReadonlyMap<string, CardLeft>, showsUsage: boolean): readonly Column<Card>[] => [
  {
    id: 'name',
    title: titles.card,
    sort: 'ascending',
    cell: (card) => (
      <span className={styles.card}>
        <span>
          {titleOfCard(card)} <LastDigits digits={card.last4} />
        </span>
        <Extra of={card} />
      </span>
    ),
  },
  { id: 'holder', title: titles.holder, folds: 'first', cell: holderOf },
  { id: 'state', title: titles.state, folds: 'later', cell: (card) => <CardState of={card} /> },
  {
    id: 'left',
    title: titles.left,
    card: 'figure',
    empty: words.nothing,
    cell: (card) => {
      const known = left.get(card.id);
      return card.status !== 'OPEN' || known?.left === null ? null : <Left left={known} />;
    },
  },
  ...(showsUsage
    ? ([
        {
          id: 'spent',
          title: titles.spent,
          ...figure,
          cell: ({ spentThisMonth }) =>
            spentThisMonth === null || spentThisMonth.amount === 0 ? null : <Money value={spentThisMonth} />,
        },
        {
          id: 'used',
          title: titles.used,
          ...figure,
          card: 'aside',
          labelled: false,
          cell: ({ lastUsedAt }) =>
            lastUsedAt && (
              <>
                <span className={styles.used}>{words.used} </span>
                <Ago at={lastUsedAt} />
              </>
            ),
        },
      ] satisfies Column<Card>[])
    : []),
  {
    id: 'issued',
    title: titles.issued,
    ...figure,
    cell: ({ issuedAt }) => issuedAt && <When at={issuedAt} />,
  },
];

/** What sets a card apart from the others of its holder. */
function Extra({ of: { controls } }: { of: Card }) {
  const { usesAtMost, uses, merchantLock } = controls;
  const parts = [
    ...(usesAtMost === null ? [] : [words.uses(uses, usesAtMost)]),
    ...(merchantLock?.merchant ? [words.onlyAt(merchantLock.merchant)] : []),
  ];
  const text = parts.join(' · ');
  return (
    text !== '' && (
      <span className={styles.extra} title={text}>
        {text}
      </span>
    )
  );
}

/** Without a fraction of zero: '$1,500', '$99.50'. */
function limitText(money: MoneyValue): string {
  const { whole, fraction } = moneyParts(money);
  return /[1-9]/.test(fraction) ? whole + fraction : whole;
}

/** What is left by the limit that binds, with its meter. */
function Left({ left }: { left: CardLeft | undefined }) {
  if (!left?.left) return <span className={styles.left} aria-hidden="true" />;
  const { limit, by } = left;
  const isAmount = limit?.unit === 'AMOUNT' && limit.limit > 0;
  // Nothing is used up of what bounds each purchase by itself.
  const isEach = isAmount && limit.period === 'purchase';
  const share = isAmount && !isEach ? Math.min(1, limit.used / limit.limit) : null;
  return (
    <span className={styles.left}>
      <span
        className={styles.meter}
        data-high={share !== null && share >= 0.9}
        data-none={share === null}
        aria-hidden="true"
      >
        <span style={{ inlineSize: `${Math.round((share ?? 0) * 100)}%` }} />
      </span>{' '}
      <span className={styles.sum} data-high={(share ?? 0) >= 0.9}>
        <Money value={left.left} />
      </span>{' '}
      <span className={styles.of}>
        {isEach
          ? words.periods.purchase
          : isAmount
            ? words.ofLimit(
                limitText({ amount: limit.limit, currency: left.left.currency }),
                words.periods[limit.period],
              )
            : by === 'CARD_LOCK'
              ? words.ofLock
              : by === 'SHARED'
                ? words.ofShared
                : left.source === 'WALLET'
                  ? words.onCard
                  : words.inAccount}
      </span>
    </span>
  );
}
