import type { teamMembers } from '@florin/contract/invites';
import type { Success } from '@florin/contract/endpoint';
import { useMemo } from 'react';
import { StatusTag } from '../../../kit/feedback/StatusTag.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import type { Column, SubRow } from '../../../kit/lists/table/columns.ts';
import { Table } from '../../../kit/lists/table/Table.tsx';
import { Mark } from '../../../kit/text/Mark.tsx';
import { teamWords as words } from '../../../messages/en/team-members.ts';
import { CardDigits } from './CardDigits.tsx';
import styles from './team.module.css';

type Team = Success<typeof teamMembers>['body'];
type Member = Team['members'][number];

/** A person of the business. */
interface TeamPerson {
  id: string;
  name: string;
  /** At least one; an administrator with a card has two, and the administrator's comes first. */
  accounts: readonly [Member, ...Member[]];
}

const roleOf = ({ role }: Member) => words.roles[role];
const cardOf = ({ cardLast4 }: Member) =>
  cardLast4 === null ? <span className={styles.none}>{words.noCard}</span> : <CardDigits last4={cardLast4} />;
/** An open account is the usual one, and needs no sign. */
const statusOf = ({ isUserAccountOpen }: Member) =>
  isUserAccountOpen ? null : <StatusTag tone="neutral">{words.closed}</StatusTag>;

const columns: readonly Column<TeamPerson>[] = [
  { id: 'name', title: words.columns.name, cell: ({ name }) => name },
  { id: 'role', title: words.columns.role, cell: ({ accounts }) => roleOf(accounts[0]) },
  { id: 'card', title: words.columns.card, cell: ({ accounts }) => cardOf(accounts[0]) },
];
const columnsWithStatus: readonly Column<TeamPerson>[] = [
  ...columns,
  { id: 'status', title: words.columns.status, cell: ({ accounts }) => statusOf(accounts[0]) },
];
const idOf = ({ id }: TeamPerson) => id;
const nameOf = ({ name }: TeamPerson) => name;
const markOf = ({ name }: TeamPerson) => <Mark name={name} round />;
const otherAccountsOf = ({ name, accounts: [, ...others] }: TeamPerson, onOpen: (id: string) => void): SubRow[] =>
  others.map((account) => ({
    id: account.userId,
    cells: {
      name: (
        <>
          {name}{' '}
          <button type="button" className={styles.other} onClick={() => onOpen(account.userId)}>
            {words.otherAccount}
          </button>
        </>
      ),
      role: roleOf(account),
      card: cardOf(account),
      status: statusOf(account) ?? undefined,
    },
  }));

interface MembersPanelProps {
  team: Team | undefined;
  /** The account whose details are open. */
  openId: string | null;
  onOpen: (id: string) => void;
}

/** The people of the business, with each of their accounts; undefined while they are being loaded. */
export function MembersPanel({ team, openId, onOpen }: MembersPanelProps) {
  const people = useMemo(() => peopleOf(team?.members ?? []), [team]);
  const hasClosed = team?.members.some(({ isUserAccountOpen }) => !isUserAccountOpen);
  return (
    <Panel
      title={words.members}
      padded={false}
      actions={team && <span className={styles.count}>{words.count(team.people, team.members.length)}</span>}
    >
      <Table
        inPanel
        label={words.members}
        rows={people}
        columns={hasClosed ? columnsWithStatus : columns}
        rowId={idOf}
        rowName={nameOf}
        mark={markOf}
        subRows={(person) => otherAccountsOf(person, onOpen)}
        onOpen={({ accounts }) => onOpen(accounts[0].userId)}
        openId={people.find(({ accounts }) => accounts[0].userId === openId)?.id ?? null}
        density="roomy"
        loading={team === undefined}
        keys={false}
      />
    </Panel>
  );
}

/** One entry for each person, in the order of the members. */
function peopleOf(members: readonly Member[]): TeamPerson[] {
  const accountsOf = Map.groupBy(members, ({ personId }) => personId);
  return [...accountsOf].flatMap(([id, accounts]) => {
    const [first, ...others] = accounts.toSorted((a, b) => a.role.localeCompare(b.role));
    return first ? [{ id, name: `${first.firstName} ${first.lastName}`, accounts: [first, ...others] }] : [];
  });
}
