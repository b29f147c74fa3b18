import { confirmRecovery } from '@florin/contract/recovery';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Avatar } from '../../kit/Avatar.tsx';
import { Button } from '../../kit/Button.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Panel } from '../../kit/Panel.tsx';
import { showSnackbar } from '../../kit/Snackbar.tsx';
import { recoveryRequestsWords as words } from '../../messages/en/recovery-requests.ts';
import { easternTime } from '../dashboard/eastern-time.ts';
import { describeFailure } from '../../session/failure.ts';
import { ask, queryClient } from '../../session/queries.ts';
import { en } from '../../messages/en.ts';
import { recoveryRequestsQuery, type RecoveryRequest } from './query.ts';
import styles from './RecoveryRequests.module.css';

/**
 * For administrators: the people of the business who wait for a word that it is them (reading 11). Nothing while nobody
 * waits, and nothing where that cannot be asked.
 */
export function RecoveryRequests() {
  const { data: requests = [] } = useQuery(recoveryRequestsQuery());
  const [asking, setAsking] = useState<RecoveryRequest | null>(null);
  const [confirming, setConfirming] = useState<string | null>(null);
  if (requests.length === 0) return null;

  const confirm = async (request: RecoveryRequest) => {
    setAsking(null);
    setConfirming(request.id);
    try {
      await ask(confirmRecovery, { params: { id: request.id } });
      showSnackbar({ severity: 'success', text: words.confirmed(nameOf(request)) });
    } catch (error) {
      showSnackbar({ severity: 'error', ...describeFailure(error, en.errors.UNEXPECTED) });
    }
    await queryClient.invalidateQueries(recoveryRequestsQuery());
    setConfirming(null);
  };
  return (
    <Panel title={words.title} padded={false}>
      <p className={styles.intro}>{words.intro}</p>
      <ul>
        {requests.map((request) => (
          <li key={request.id} className={styles.row}>
            <Avatar name={nameOf(request)} round />
            <div className={styles.words}>
              <p className={styles.name}>{nameOf(request)}</p>
              <p className={styles.time}>{words.asked(easternTime(request.askedAt))}</p>
            </div>
            <Button
              aria-label={words.confirmFor(nameOf(request))}
              pending={confirming === request.id}
              pendingLabel={words.confirming}
              onClick={() => setAsking(request)}
            >
              {words.confirm}
            </Button>
          </li>
        ))}
      </ul>
      <Dialog
        open={asking !== null}
        role="alertdialog"
        title={words.dialogTitle}
        onClose={() => setAsking(null)}
        actions={
          <>
            <Button onClick={() => setAsking(null)}>{words.cancel}</Button>
            <Button variant="primary" onClick={() => asking && void confirm(asking)}>
              {words.confirm}
            </Button>
          </>
        }
      >
        <p>{asking && words.dialogText(nameOf(asking))}</p>
      </Dialog>
    </Panel>
  );
}

const nameOf = ({ firstName, lastName }: RecoveryRequest) => `${firstName} ${lastName}`;
