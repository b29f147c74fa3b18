import type { Success } from '@florin/contract/endpoint';
import { teamMember } from '@florin/contract/access/team-members';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { SheetPlace } from '../../../flows/lists/ListPage.tsx';
import { longWhen, shortDate } from '../../../flows/time/when.ts';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { StatusTag } from '../../../kit/feedback/StatusTag.tsx';
import { SideSheet } from '../../../kit/overlays/SideSheet.tsx';
import { titleOfCard } from '../../../flows/cards/card-title.ts';
import { LastDigits } from '../../../kit/text/LastDigits.tsx';
import { Mark } from '../../../kit/text/Mark.tsx';
import { Money } from '../../../kit/text/Money.tsx';
import { permissionWords } from '../../../messages/en/access/permissions.ts';
import { teamWords } from '../../../messages/en/access/team-members.ts';
import { presetNames } from '../../../messages/en/access/team-permissions.ts';
import { paths } from '../../../paths.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { ReasonedButton, useReason } from '../../../session/PermittedButton.tsx';
import { usePerson } from '../../../session/person.ts';
import { fetchOrThrow, keyOf } from '../../../session/queries/query-client.ts';
import { CloseMember } from './CloseMember.tsx';
import { PermissionsForm } from './PermissionsForm.tsx';
import styles from './member-sheet.module.css';

const words = teamWords.sheet;

export type TeamMember = Success<typeof teamMember>['body'];

const memberQuery = (id: string) =>
  queryOptions({
    queryKey: [...keyOf('team-member'), id],
    queryFn: ({ signal }) => fetchOrThrow(teamMember, { params: { id } }, signal),
  });

/** One account of the business: what it may do, its cards, its security, and its end. */
export function MemberSheet({ id, ...place }: SheetPlace) {
  const member = useQuery({ ...memberQuery(id ?? ''), enabled: id !== null });
  return (
    <SideSheet open={id !== null} title={words.title} {...place}>
      {member.isError && !member.data ? (
        <Failure
          {...errorMessage(member.error, words.loadFailed)}
          onRetry={() => void member.refetch()}
          retrying={member.isFetching}
        />
      ) : member.data ? (
        <Details key={member.data.membershipId} of={member.data} />
      ) : (
        <div aria-busy="true" className={styles.details}>
          <Skeleton shape="long" />
          <Skeleton shape="block" />
          <Skeleton shape="block" />
        </div>
      )}
    </SideSheet>
  );
}

function Details({ of }: { of: TeamMember }) {
  const { firstName, lastName, role, preset, state } = of;
  const name = `${firstName} ${lastName}`;
  return (
    <div className={styles.details}>
      <div className={styles.head}>
        <Mark name={name} round />
        <div className={styles.who}>
          <p className={styles.name}>{name}</p>
          <p className={styles.mute}>
            {preset === null ? teamWords.roles[role] : presetNames[preset].name}
            {of.isYou && <> · {words.you}</>}
          </p>
        </div>
        {state === 'CLOSED' && <StatusTag tone="neutral">{teamWords.closed}</StatusTag>}
      </div>
      {preset !== null && state === 'OPEN' && <PermissionsForm of={of} preset={preset} name={name} />}
      <Cards of={of} />
      <Security of={of} />
      <End of={of} name={name} />
    </div>
  );
}

/** The person's cards, each of which leads to its page, what they have bought, and a further card for them. */
function Cards({ of: { membershipId, role, state, firstName, heldCards } }: { of: TeamMember }) {
  const navigate = useNavigate();
  const { allowAdminViewCardUsage } = usePerson();
  const issuing = useReason('cards.issue');
  const seesPurchases = useReason('transactions.view') === null && allowAdminViewCardUsage;
  const holds = role === 'CARDHOLDER';
  return (
    <section aria-labelledby="member-cards" className={styles.part}>
      <div className={styles.headOfPart}>
        <h3 id="member-cards">{words.cards}</h3>
        {holds && seesPurchases && (
          <Link to={paths.transactions} search={{ cardholder: membershipId }}>
            {words.purchases(firstName)}
          </Link>
        )}
      </div>
      {heldCards.length === 0 ? (
        <p className={styles.mute}>{words.noCards}</p>
      ) : (
        <ul className={styles.cards}>
          {heldCards.map(({ id, kind, name, last4, left, groups }) => (
            <li key={id}>
              <span>
                <Link to="/cards/$id" params={{ id }}>
                  {titleOfCard({ name, kind })} <LastDigits digits={last4} />
                </Link>
                {groups.length > 0 && <span className={styles.mute}> {groups.join(', ')}</span>}
              </span>
              {left ? <Money value={left} /> : <span className={styles.mute}>{words.fromBusiness}</span>}
            </li>
          ))}
        </ul>
      )}
      {holds && state === 'OPEN' && (
        <span>
          <ReasonedButton
            reason={issuing}
            onClick={() => void navigate({ to: paths.cards, search: { issue: 'virtual', holder: membershipId } })}
          >
            {words.issue}
          </ReasonedButton>
        </span>
      )}
    </section>
  );
}

function Security({ of: { security, lastLoginAt, since } }: { of: TeamMember }) {
  const { timeZone } = usePerson();
  const facts = [
    [words.secondFactor, security.secondFactor ? words.on : words.off],
    [words.passwordChanged, shortDate(security.passwordChangedAt, timeZone)],
    [words.lastLogin, lastLoginAt === null ? words.never : longWhen(lastLoginAt, timeZone)],
    [words.sessions, words.sessionsOf(security.openSessions)],
    [words.since, shortDate(since, timeZone)],
  ] as const;
  return (
    <section aria-labelledby="member-security" className={styles.part}>
      <h3 id="member-security">{words.security}</h3>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Closing the account, or why it cannot be closed. */
function End({ of, name }: { of: TeamMember; name: string }) {
  const [isAsking, setAsking] = useState(false);
  const missing = useReason(of.role === 'ADMIN' ? 'administrators.close' : 'cardholders.close');
  if (of.state === 'CLOSED') return <p className={styles.mute}>{words.isClosed}</p>;
  const reason = of.isYou ? permissionWords.own : missing;
  return (
    <div className={styles.part}>
      <span>
        <ReasonedButton reason={reason} className={styles.close} onClick={() => setAsking(true)}>
          {words.close}
        </ReasonedButton>
      </span>
      {isAsking && <CloseMember id={of.membershipId} name={name} onClose={() => setAsking(false)} />}
    </div>
  );
}
