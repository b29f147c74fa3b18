import type { AgreementStatus } from '@florin/contract/program/agreements';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../kit/actions/Button.tsx';
import { FormMessage, type Message } from '../../../kit/forms/FormMessage.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { agreementsWords } from '../../../messages/en/program/agreements.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { easternTime } from '@florin/contract/dates/eastern-time';
import { accept } from './queries.ts';
import styles from './agreements.module.css';

const words = agreementsWords.accept;

/** After the text: the person's last acceptance, and the button for a new one. */
export function Acceptance({ status }: { status: AgreementStatus }) {
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<Message | null>(null);
  const state = useRef<HTMLParagraphElement>(null);
  const [answered, setAnswered] = useState(false);
  // The button that had the focus is gone.
  useEffect(() => {
    if (answered && !status.asked) state.current?.focus();
  }, [answered, status.asked]);

  const send = async () => {
    setSending(true);
    setFailure(null);
    try {
      await accept(status);
      setAnswered(true);
    } catch (error) {
      setFailure(errorMessage(error, words.failed));
    }
    setSending(false);
  };
  return (
    <div id="acceptance" className={styles.acceptance}>
      <Panel title={words.title}>
        <div className={styles.ways}>
          <p ref={state} tabIndex={-1}>
            {stateOf(status)}
          </p>
          <FormMessage message={failure} />
          {status.asked && (
            <Button variant="primary" pending={sending} pendingLabel={words.sending} onClick={() => void send()}>
              {words.button}
            </Button>
          )}
          {status.asked && <p className={styles.kept}>{words.kept}</p>}
        </div>
      </Panel>
    </div>
  );
}

function stateOf({ asked, accepted, version }: AgreementStatus): string {
  if (asked) return accepted ? words.older(accepted.version, easternTime(accepted.at), version) : words.never;
  return accepted ? words.done(accepted.version, easternTime(accepted.at)) : words.notAsked;
}
