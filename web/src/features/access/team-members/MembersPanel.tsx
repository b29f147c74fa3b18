import type { teamMembers } from '@florin/contract/invites';
import type { Success } from '@florin/contract/endpoint';
import { Mark } from '../../../kit/text/Mark.tsx';
import { LoadingRows } from '../../../kit/feedback/LoadingRows.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { StatusTag } from '../../../kit/feedback/StatusTag.tsx';
import { teamWords as words } from '../../../messages/en/team-members.ts';
import { CardDigits } from './CardDigits.tsx';
import styles from './team.module.css';

type Team = Success<typeof teamMembers>['body'];

/** The people of the business, with each of their accounts; undefined while they are being loaded. */
export function MembersPanel({ team }: { team: Team | undefined }) {
  if (!team)
    return (
      <Panel title={words.members} padded={false}>
        <LoadingRows label={words.loading} />
      </Panel>
    );
  return (
    <Panel
      title={words.members}
      padded={false}
      actions={<span className={styles.count}>{words.count(team.people, team.members.length)}</span>}
    >
      <ul>
        {team.members.map((member) => (
          <li key={member.userId} className={styles.row}>
            <Mark name={`${member.firstName} ${member.lastName}`} round />
            <div className={styles.who}>
              <p className={styles.name}>
                {member.firstName} {member.lastName}
              </p>
              <p className={styles.line}>{words.roles[member.role]}</p>
            </div>
            <p className={styles.card}>
              {member.cardLast4 === null ? (
                <span className={styles.line}>{words.noCard}</span>
              ) : (
                <CardDigits last4={member.cardLast4} />
              )}
            </p>
            <p className={styles.status}>
              <StatusTag tone={member.isUserAccountOpen ? 'ok' : 'neutral'}>
                {member.isUserAccountOpen ? words.open : words.closed}
              </StatusTag>
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
