import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../kit/actions/Button.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { supportWords } from '../../../messages/en/program/support.ts';
import styles from './ContactUsPage.module.css';
import { SupportForm } from './SupportForm.tsx';

interface SentMessage {
  reference: string;
  email: string;
}

/** The form, replaced by the reference number once it is sent. */
export function WriteToSupport() {
  const [sent, setSent] = useState<SentMessage | null>(null);
  if (sent === null)
    return (
      <Panel title={supportWords.form.title}>
        <SupportForm onSent={setSent} />
      </Panel>
    );
  return (
    <Panel>
      <Receipt sent={sent} onAnother={() => setSent(null)} />
    </Panel>
  );
}

/** Takes the focus, so that it is announced. */
function Receipt({ sent: { reference, email }, onAnother }: { sent: SentMessage; onAnother: () => void }) {
  const words = supportWords.sent;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles.sent}>
      <h2 ref={heading} tabIndex={-1}>
        {words.title}
      </h2>
      <p className={styles.text}>{words.text(email)}</p>
      <p className={styles.reference}>
        <span className="visually-hidden">{words.reference}: </span>
        {reference}
      </p>
      <Button onClick={onAnother}>{words.another}</Button>
    </div>
  );
}
