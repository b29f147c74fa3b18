import { finishBankLink, startBankLink, type ExternalAccount } from '@florin/contract/money/external-accounts';
import { useState } from 'react';
import { Button } from '../../../../kit/actions/Button.tsx';
import { FormActions } from '../../../../kit/forms/FormActions.tsx';
import { FormMessage, type Message } from '../../../../kit/forms/FormMessage.tsx';
import { Spinner } from '../../../../kit/text/Spinner.tsx';
import { externalAccountsWords } from '../../../../messages/en/money/external-accounts.ts';
import { paths } from '../../../../paths.ts';
import { leaveForPlaid, plaidDocument } from '../../../../session/browser/plaid-document.ts';
import { usePerson } from '../../../../session/person.ts';
import { queryClient } from '../../../../session/queries/query-client.ts';
import { useProvenSubmission } from '../../../../flows/step-up/StepUpProvider.tsx';
import { isSuspendedForBank } from '../../../../shell/banners/banners.ts';
import { AddAccountForm } from '../AddAccountForm.tsx';
import { Connected } from '../Outcome.tsx';
import styles from '../external-accounts.module.css';
import { DemoBank } from './DemoBank.tsx';
import { failureText } from './failure-text.ts';
import { PlaidWindow } from './PlaidWindow.tsx';
import { pendingLink, type PendingLink } from './pending-link.ts';

const words = externalAccountsWords.connect;

type View =
  | { kind: 'choice' }
  | { kind: 'bank'; link: PendingLink }
  | { kind: 'connecting' }
  | { kind: 'done'; accounts: readonly ExternalAccount[] };

interface ConnectBankProps {
  provider: 'embedded' | 'plaid';
  /** The account whose connection was lost; null for a new one. */
  lost: ExternalAccount | null;
  /** A visit that goes on in this document. */
  resumed: PendingLink | null;
  onDone: () => void;
}

/** Signing in to the bank, and beside it the other way: micro-deposits. */
export function ConnectBank({ provider, lost, resumed, onDone }: ConnectBankProps) {
  const { pending, message, say, submit } = useProvenSubmission();
  const [view, setView] = useState<View>(resumed ? { kind: 'bank', link: resumed } : { kind: 'choice' });
  const wanted = lost?.accountLast4 ?? null;
  const person = usePerson();
  // As it was when the dialog was opened: connecting the primary account ends the suspension.
  const [endsSuspension] = useState(lost?.isPrimary === true && isSuspendedForBank(person));

  const start = async () => {
    const answer = await submit(startBankLink, { body: { ...(lost && { reconnects: lost.id }) } });
    if (answer === null) return;
    if (!answer.ok) return answer.code === 'BANK_LINK_FAILED' && say(failed(answer.body.Reason, wanted));
    const { id, linkToken } = answer.body;
    const link = { id, linkToken, reconnects: lost?.id ?? null };
    if (provider === 'embedded' || plaidDocument()) return setView({ kind: 'bank', link });
    pendingLink.write(link);
    leaveForPlaid(paths.externalAccounts);
  };
  const finish = async (id: string, publicToken: string) => {
    pendingLink.remove();
    setView({ kind: 'connecting' });
    const answer = await submit(finishBankLink, { params: { id }, body: { publicToken } });
    if (answer?.ok) {
      setView({ kind: 'done', accounts: answer.body.accounts });
      // The accounts, the banners about them, the checklist and the suspension have changed.
      await queryClient.invalidateQueries();
      return;
    }
    if (answer && answer.code === 'BANK_LINK_FAILED') say(failed(answer.body.Reason, wanted));
    setView({ kind: 'choice' });
  };
  const leave = (reason: 'cancelled' | 'expired' | 'down' | 'script') => {
    pendingLink.remove();
    say(
      reason === 'cancelled'
        ? { severity: 'info', text: words.cancelled, correlationId: null }
        : reason === 'script'
          ? { severity: 'error', text: words.windowFailed, correlationId: null }
          : failed(reason, wanted),
    );
    setView({ kind: 'choice' });
  };

  if (view.kind === 'done') return <Done {...{ endsSuspension, onDone }} accounts={view.accounts} />;
  if (view.kind === 'connecting')
    return (
      <p className={styles.waiting} role="status">
        <Spinner />
        {words.connecting}
      </p>
    );
  if (view.kind === 'bank') {
    const { link } = view;
    const visit = {
      linkToken: link.linkToken,
      onShared: (publicToken: string) => void finish(link.id, publicToken),
      onLeft: leave,
    };
    return provider === 'embedded' ? (
      <DemoBank {...visit} wanted={wanted} />
    ) : (
      <PlaidWindow {...visit} returnedTo={link === resumed ? returnedTo() : null} />
    );
  }
  return (
    <div className={styles.ways}>
      <section className={styles.way} aria-labelledby="connect-bank">
        <h3 id="connect-bank">{words.title}</h3>
        <p className={styles.text}>{wanted === null ? words.text : words.reconnectText(wanted)}</p>
        {endsSuspension && <p className={styles.text}>{words.liftsSuspension}</p>}
        <FormMessage message={message} />
        <Button variant="primary" pending={pending} pendingLabel={words.submitting} onClick={() => void start()}>
          {words.submit}
        </Button>
      </section>
      <section className={styles.way} aria-labelledby="micro-deposits">
        <h3 id="micro-deposits">{words.otherWay}</h3>
        <AddAccountForm lost={lost} isOnlyWay={false} onDone={onDone} />
      </section>
    </div>
  );
}

const failed = (...why: Parameters<typeof failureText>): Message => ({
  severity: 'error',
  text: failureText(...why),
  correlationId: null,
});

/** The whole address, if a bank has sent the browser back to it: Plaid continues the visit by it. */
function returnedTo(): string | null {
  const address = plaidDocument();
  return address?.searchParams.has('oauth_state_id') ? address.href : null;
}

interface DoneProps {
  accounts: readonly ExternalAccount[];
  endsSuspension: boolean;
  onDone: () => void;
}

function Done({ accounts, endsSuspension, onDone }: DoneProps) {
  const last4s = accounts.map(({ accountLast4 }) => accountLast4).join(words.and);
  const bank = accounts[0]?.bankName ?? '';
  return (
    <Connected title={words.done} text={(accounts.length === 1 ? words.doneText : words.doneTextMany)(bank, last4s)}>
      {endsSuspension && <p className={styles.text}>{words.suspensionLifted}</p>}
      <FormActions>
        <Button variant="primary" onClick={onDone}>
          {words.close}
        </Button>
      </FormActions>
    </Connected>
  );
}
