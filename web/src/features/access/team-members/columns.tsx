import type { Member } from '@florin/contract/access/team-members';
import { When } from '../../../flows/time/When.tsx';
import { StatusTag } from '../../../kit/feedback/StatusTag.tsx';
import { StatusText } from '../../../kit/feedback/StatusText.tsx';
import type { Column, SubRow } from '../../../kit/lists/table/columns.ts';
import { Mark } from '../../../kit/text/Mark.tsx';
import { Money } from '../../../kit/text/Money.tsx';
import { teamWords as words } from '../../../messages/en/access/team-members.ts';
import { presetNames } from '../../../messages/en/access/team-permissions.ts';
import { CardDigits } from './CardDigits.tsx';
import type { TeamRow } from './queries.ts';
import styles from './team.module.css';

const titles = words.columns;

export const idOf = ({ membershipId }: Member): string => membershipId;
export const nameOf = ({ firstName, lastName }: Pick<Member, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`;
export const markOf = (member: Member) => <Mark name={nameOf(member)} round />;

/** What a member may do, as far as it is not the role's own. */
function Permissions({ of: { preset, hasExceptions } }: { of: Member }) {
  if (preset === null) return <span className={styles.none}>{words.ownCards}</span>;
  return (
    <>
      {presetNames[preset].name}
      {hasExceptions && <span className={styles.none}> {words.withExceptions}</span>}
    </>
  );
}

/** The digits of the only card, or how many there are. */
function Cards({ of: { cards, cardLast4 } }: { of: Member }) {
  if (cards === 0 || cardLast4 === null) return <span className={styles.none}>{words.noCard}</span>;
  return cards === 1 ? <CardDigits last4={cardLast4} /> : words.cards(cards);
}

const cellsOf = {
  role: ({ role }: Member) => words.roles[role],
  permissions: (member: Member) => <Permissions of={member} />,
  cards: (member: Member) => <Cards of={member} />,
  balance: ({ balance }: Member) => (balance === null ? words.nothing : <Money value={balance} />),
  lastLogin: ({ lastLoginAt }: Member) => (lastLoginAt === null ? words.never : <When at={lastLoginAt} />),
  state: ({ state }: Member) =>
    state === 'OPEN' ? <StatusText>{words.open}</StatusText> : <StatusTag tone="neutral">{words.closed}</StatusTag>,
};

export const columns: readonly Column<TeamRow>[] = [
  {
    id: 'name',
    title: titles.name,
    sort: 'ascending',
    cell: (member) => (
      <>
        {nameOf(member)} {member.isYou && <span className={styles.none}>{words.you}</span>}
      </>
    ),
  },
  { id: 'role', title: titles.role, cell: cellsOf.role },
  { id: 'permissions', title: titles.permissions, folds: 'first', cell: cellsOf.permissions },
  { id: 'cards', title: titles.cards, cell: cellsOf.cards },
  { id: 'balance', title: titles.balance, align: 'end', card: 'figure', folds: 'later', cell: cellsOf.balance },
  {
    id: 'lastLogin',
    title: titles.lastLogin,
    sort: 'descending',
    folds: 'later',
    labelled: true,
    cell: cellsOf.lastLogin,
  },
  { id: 'state', title: titles.state, card: 'aside', cell: cellsOf.state },
];

/** A person's other accounts are lines under the first. */
export const othersOf = (row: TeamRow, onOpen: (id: string) => void): readonly SubRow[] =>
  row.others.map((member) => ({
    id: member.membershipId,
    cells: {
      ...Object.fromEntries(Object.entries(cellsOf).map(([id, cell]) => [id, cell(member)])),
      name: (
        <>
          {nameOf(member)}{' '}
          <button type="button" className={styles.other} onClick={() => onOpen(member.membershipId)}>
            {words.otherAccount}
          </button>
        </>
      ),
    },
  }));
