import { invites } from '@florin/contract/access/invites';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { OutboxHint } from '../../../../flows/OutboxHint.tsx';
import { issueCardWords } from '../../../../messages/en/cards/issue-card.ts';
import { paths } from '../../../../paths.ts';
import { PermittedButton } from '../../../../session/PermittedButton.tsx';
import { fetchOrThrow, keyOf } from '../../../../session/queries/query-client.ts';
import styles from './issue.module.css';

const words = issueCardWords.nobody;
const list = new Intl.ListFormat('en-US');

/** The cardholders who are invited and have not registered, the newest first. */
const waitingQuery = () =>
  queryOptions({
    queryKey: keyOf('team-invited-holders'),
    queryFn: async ({ signal }) =>
      (await fetchOrThrow(invites, { query: { role: 'CARDHOLDER', status: 'PENDING', limit: '5' } }, signal)).items,
  });

/** In place of the form, while nobody can hold a card: who is invited, or how to invite the first person. */
export default function NobodyYet({ onInvite }: { onInvite: () => void }) {
  const { data: waiting = [] } = useQuery(waitingQuery());
  const isWaiting = waiting.length > 0;
  const names = waiting.map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  return (
    <section className={styles.nobody}>
      <h3>{isWaiting ? words.titleWaiting(list.format(names)) : words.title}</h3>
      <p>{isWaiting ? words.textWaiting(waiting.length) : words.text}</p>
      <p className={styles.ways}>
        <PermittedButton permission="invites.send" variant={isWaiting ? 'secondary' : 'primary'} onClick={onInvite}>
          {isWaiting ? words.inviteAnother : words.invite}
        </PermittedButton>
        {isWaiting && (
          <Link to={paths.teamMembers} search={{ state: 'INVITED' }}>
            {words.see}
          </Link>
        )}
      </p>
      {isWaiting && <OutboxHint text={words.demo} />}
    </section>
  );
}
