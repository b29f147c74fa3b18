import type { CardRequest } from '@florin/contract/money/requests';
import { askedText, stateText } from '../../../flows/requests/asked-words.ts';
import type { RequestScope } from '../../../flows/requests/queries.ts';
import { When } from '../../../flows/time/When.tsx';
import { StatusTag } from '../../../kit/feedback/StatusTag.tsx';
import { StatusText } from '../../../kit/feedback/StatusText.tsx';
import type { Column } from '../../../kit/lists/table/columns.ts';
import { Mark } from '../../../kit/text/Mark.tsx';
import { titleOfCard } from '../../../flows/cards/card-title.ts';
import { LastDigits } from '../../../kit/text/LastDigits.tsx';
import { requestWords } from '../../../messages/en/money/requests.ts';
import styles from './columns.module.css';

const words = requestWords.list;

export const idOf = ({ id }: CardRequest): string => id;
export const nameOf = (request: CardRequest): string => words.nameOf(askedText(request), request.requestedBy.name);
export const markOf = ({ requestedBy: { name } }: CardRequest) => <Mark name={name} round />;

export const RequestState = ({ of }: { of: CardRequest }) =>
  of.status === 'REJECTED' ? (
    <StatusTag tone="bad">{stateText(of)}</StatusTag>
  ) : (
    <StatusText fill={of.status === 'PENDING' ? 'ring' : 'full'}>{stateText(of)}</StatusText>
  );

/** What a card is called, or what the new one will be. */
const CardOf = ({ of: { card, cardName } }: { of: CardRequest }) => (
  <span className={styles.cardName}>
    {card === null ? (
      cardName
    ) : (
      <>
        {titleOfCard(card)} <LastDigits digits={card.last4} />
      </>
    )}
  </span>
);

/** Why it is needed: the words of the person, and where a purchase was declined, while it waits or without words. */
const reasonOf = ({ status, declined, purpose }: CardRequest): string =>
  [purpose, declined && (status === 'PENDING' || purpose === null) && words.declinedAt(declined.merchant)]
    .filter(Boolean)
    .join(' · ');

export const columnsOf = (scope: RequestScope): readonly Column<CardRequest>[] => [
  { id: 'what', title: words.columns.what, cell: askedText },
  ...(scope === 'business'
    ? ([
        { id: 'person', title: words.columns.person, folds: 'first', cell: ({ requestedBy }) => requestedBy.name },
      ] satisfies Column<CardRequest>[])
    : []),
  {
    id: 'reason',
    title: words.columns.reason,
    folds: 'first',
    cell: (request) => reasonOf(request) && <span className={styles.reason}>{reasonOf(request)}</span>,
  },
  { id: 'card', title: words.columns.card, folds: 'later', cell: (request) => <CardOf of={request} /> },
  { id: 'state', title: words.columns.state, card: 'aside', cell: (request) => <RequestState of={request} /> },
  {
    id: 'asked',
    title: words.columns.asked,
    align: 'end',
    sort: 'descending',
    card: 'aside',
    cell: ({ requestedAt }) => <When at={requestedAt} />,
  },
  { id: 'decided', title: words.columns.decided, folds: 'later', card: 'none', cell: ({ decision }) => decision?.by },
];
