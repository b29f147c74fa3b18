import { closeMember, memberClosing, type Closing } from '@florin/contract/access/team-members';
import { useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '../../../kit/overlays/ConfirmDialog.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { moneyText } from '../../../kit/text/money-parts.ts';
import { teamWords } from '../../../messages/en/access/team-members.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { fetchOrThrow, keyOf } from '../../../session/queries/query-client.ts';
import { useProvenSubmission } from '../../../flows/step-up/StepUpProvider.tsx';
import { refreshTeam } from '../../../flows/team/refresh-team.ts';
import styles from './member-sheet.module.css';

const words = teamWords.closing;

/** What closing changes, one line each; what changes nothing is left out. */
const linesOf = ({ cards, returned, onHold, requests, invites, openSessions }: Closing): string[] => [
  ...(cards.length > 0 ? [words.cards(cards.length)] : []),
  ...(returned.amount > 0 ? [words.returned(moneyText(returned))] : []),
  ...(onHold.amount > 0 ? [words.onHold(moneyText(onHold))] : []),
  ...(requests > 0 ? [words.requests(requests)] : []),
  ...(invites > 0 ? [words.invites(invites)] : []),
  ...(openSessions > 0 ? [words.sessions(openSessions)] : []),
];

/** Says what closing an account changes, and closes it; what has changed meanwhile is shown and asked again. */
export function CloseMember({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const preview = useQuery({
    queryKey: [...keyOf('team-closing'), id],
    queryFn: ({ signal }) => fetchOrThrow(memberClosing, { params: { id } }, signal),
    staleTime: 0,
    gcTime: 0,
  });
  const { pending, message, submit } = useProvenSubmission();
  const { data } = preview;
  const confirm = async () => {
    if (!data) return void preview.refetch();
    const seen = { cards: data.cards.length, returned: data.returned.amount };
    const answer = await submit(closeMember, { params: { id }, body: seen });
    if (answer?.ok) {
      const text = answer.status === 202 ? teamWords.sheet.asked : words.done(name);
      showSnackbar({ severity: 'success', text });
      onClose();
      await refreshTeam();
    } else if (answer) await preview.refetch();
    return undefined;
  };
  const text = data ? (
    <>
      <span className={styles.lines}>
        {linesOf(data).map((line) => (
          <span key={line}>{line}</span>
        ))}
      </span>{' '}
      {words.entry} {data.needsSecond && words.needsSecond}
    </>
  ) : preview.isError ? (
    errorMessage(preview.error, words.loadFailed).text
  ) : null;
  return (
    <ConfirmDialog
      words={{
        title: words.title(name),
        text,
        submit: data?.needsSecond === true ? words.ask : words.submit,
        submitting: words.submitting,
        cancel: teamWords.cancel,
      }}
      pending={pending || preview.isPending}
      message={message}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}
