import { addNoteToMyRequest, cancelRequest, type CardRequestDetail } from '@florin/contract/money/requests';
import { maySettle } from '@florin/contract/money/request-states';
import { askedText } from '../../../flows/requests/asked-words.ts';
import { refreshRequests } from '../../../flows/requests/queries.ts';
import { whyDeclined } from '../../../flows/requests/why-declined.ts';
import { RequestTimeline } from '../../../flows/requests/RequestTimeline.tsx';
import flow from '../../../flows/requests/requests.module.css';
import { longWhen } from '../../../flows/time/when.ts';
import { Button } from '../../../kit/actions/Button.tsx';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { showSnackbar } from '../../../kit/feedback/snackbar-store.ts';
import { FormMessage } from '../../../kit/forms/FormMessage.tsx';
import { titleOfCard } from '../../../flows/cards/card-title.ts';
import { LastDigits } from '../../../kit/text/LastDigits.tsx';
import { Money } from '../../../kit/text/Money.tsx';
import { ownRequestWords as words } from '../../../messages/en/money/own-requests.ts';
import { timelineWords } from '../../../messages/en/money/request-timeline.ts';
import { requestWords } from '../../../messages/en/money/requests.ts';
import { useSubmission } from '../../../session/failures/use-submission.ts';
import { usePerson } from '../../../session/person.ts';
import { RequestState } from './columns.tsx';
import { Raised } from './Raised.tsx';
import styles from './requests.module.css';
import { NoteForm } from '../../../flows/requests/NoteForm.tsx';

/** A request of one's own, in the sheet over the list. */
export function OwnRequest({ of }: { of: CardRequestDetail }) {
  const { timeZone } = usePerson();
  const { card, amount, decision, until, purpose, declined, deciders, timeline, expiresAt } = of;
  const approved = of.status === 'APPROVED' ? decision?.amount : null;
  const isWaiting = maySettle('cancel', of.status);
  return (
    <div className={styles.details}>
      <div>
        <h3>{askedText(of)}</h3>
        <RequestState of={of} />
      </div>
      {isWaiting && (
        <Notice severity={deciders.length === 0 ? 'warning' : 'info'}>
          {deciders.length === 0 ? requestWords.nobody : <b>{requestWords.decides(deciders)}</b>}{' '}
          {words.expires(longWhen(expiresAt, timeZone))}
        </Notice>
      )}
      <dl className={flow.facts}>
        {purpose !== null && (
          <div>
            <dt>{words.purpose}</dt>
            <dd>{purpose}</dd>
          </div>
        )}
        {card && (
          <div>
            <dt>{words.card}</dt>
            <dd>
              {titleOfCard(card)} <LastDigits digits={card.last4} />
            </dd>
          </div>
        )}
        {amount && (
          <div>
            <dt>{words.amount}</dt>
            <dd>
              <Money value={amount} />
            </dd>
          </div>
        )}
        {approved && (
          <div>
            <dt>{words.approvedWith}</dt>
            <dd>
              <Money value={approved} />
            </dd>
          </div>
        )}
        {until !== null && (
          <div>
            <dt>{words.until}</dt>
            <dd>{longWhen(decision?.until ?? until, timeZone)}</dd>
          </div>
        )}
        {declined && (
          <div>
            <dt>{words.declined}</dt>
            <dd>
              {declined.merchant}, <Money value={declined.amount} />
            </dd>
          </div>
        )}
      </dl>
      {(declined?.code || of.hours) && (
        <p className={flow.quiet}>{whyDeclined(declined?.code ?? 'time_window', of.hours)}</p>
      )}
      {of.raised && <Raised of={of.raised} />}
      <section className={styles.details}>
        <h3>{timelineWords.title}</h3>
        <RequestTimeline timeline={timeline} />
      </section>
      {isWaiting && (
        <>
          <NoteForm id={of.id} label={requestWords.note.toDeciders} endpoint={addNoteToMyRequest} />
          <Cancel id={of.id} />
        </>
      )}
    </div>
  );
}

function Cancel({ id }: { id: string }) {
  const { pending, message, submit } = useSubmission();
  const cancel = async () => {
    const answer = await submit(cancelRequest, { params: { id }, body: {} });
    if (answer?.ok) showSnackbar({ severity: 'success', text: words.canceled });
    if (answer !== null) await refreshRequests();
  };
  return (
    <div>
      <FormMessage message={message} />
      <Button className={styles.cancel} pending={pending} onClick={() => void cancel()}>
        {words.cancelRequest}
      </Button>
    </div>
  );
}
