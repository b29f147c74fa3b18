import { whyNotPermitted } from '@florin/contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Mark } from '../../../kit/text/Mark.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { recoveryRequestsWords as words } from '../../../messages/en/access/recovery-requests.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { queryClient } from '../../../session/queries/query-client.ts';
import { useEpoch } from '../../../session/browser-session.ts';
import { easternTime } from '@florin/contract/dates/eastern-time';
import { PermittedButton } from '../../../session/PermittedButton.tsx';
import { usePerson } from '../../../session/person.ts';
import { StepUpProvider } from '../../../flows/step-up/StepUpProvider.tsx';
import { endOf, nameOf } from './describe-request.ts';
import { recoveryRequestsQuery, type RecoveryRequest } from './query.ts';
import styles from './RecoveryRequests.module.css';
import { RequestAct } from './RequestAct.tsx';

/**
 * For administrators: the people of the business with a pending or unused approval (reading 11). Nothing if there are
 * none, or for those who may not see them.
 */
export function RecoveryRequests() {
  // A fresh proof renews the session, and the query's key with it.
  useEpoch();
  const { role, permissionFlags: flags } = usePerson();
  const mayView = whyNotPermitted('recovery-requests.view', { role, flags }) === null;
  const asked = useQuery({ ...recoveryRequestsQuery(), enabled: mayView });
  // Pending requests come first, under their heading.
  const requests = (asked.data ?? []).toSorted((one, other) => Number(one.confirmed) - Number(other.confirmed));
  const [asking, setAsking] = useState<{ act: 'confirm' | 'end'; request: RecoveryRequest } | null>(null);
  const refresh = () => queryClient.invalidateQueries(recoveryRequestsQuery());
  if (asked.isError && !asked.data)
    return (
      <Panel title={words.title}>
        <Failure
          {...errorMessage(asked.error, words.loadFailed)}
          onRetry={() => void asked.refetch()}
          retrying={asked.isFetching}
        />
      </Panel>
    );
  if (requests.length === 0 && asking === null) return null;
  return (
    <StepUpProvider>
      {requests.length > 0 && (
        <Panel title={words.title} padded={false}>
          {requests[0]?.confirmed === false && <p className={styles.intro}>{words.intro}</p>}
          <ul>
            {requests.map((request) => (
              <li key={request.id} className={styles.row}>
                <Mark name={nameOf(request)} round />
                <div className={styles.words}>
                  <p className={styles.name}>{nameOf(request)}</p>
                  <p className={styles.time}>
                    {request.confirmed
                      ? words.confirmedNumber(request.requestNumber)
                      : words.asked(easternTime(request.askedAt), request.requestNumber)}
                  </p>
                </div>
                <div className={styles.acts}>
                  <PermittedButton
                    permission="recovery-requests.decide"
                    aria-label={endOf(request).for(nameOf(request))}
                    onClick={() => setAsking({ act: 'end', request })}
                  >
                    {endOf(request).button}
                  </PermittedButton>
                  {!request.confirmed && (
                    <PermittedButton
                      permission="recovery-requests.decide"
                      aria-label={words.confirmFor(nameOf(request))}
                      onClick={() => setAsking({ act: 'confirm', request })}
                    >
                      {words.confirm}
                    </PermittedButton>
                  )}
                </div>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      {asking && <RequestAct {...asking} requests={asked.data} refresh={refresh} onClose={() => setAsking(null)} />}
    </StepUpProvider>
  );
}
