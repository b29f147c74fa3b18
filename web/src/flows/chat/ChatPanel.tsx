import { LifeBuoy, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../kit/actions/Button.tsx';
import { Icon } from '../../kit/text/Icon.tsx';
import formStyles from '../../kit/forms/form.module.css';
import { chatWords } from '../../messages/en/program/chat.ts';
import { en } from '../../messages/en.ts';
import { paths } from '../../paths.ts';
import { ChatForm } from './ChatForm.tsx';
import styles from './ChatPanel.module.css';

/** The embedded live chat (reading 16): a panel that sends a message as an email to support. */
export default function ChatPanel() {
  const words = chatWords;
  const [isOpen, setOpen] = useState(false);
  const [reference, setReference] = useState<string | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (!isOpen && wasOpen.current) opener.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);

  if (!isOpen)
    return (
      <Button ref={opener} className={styles.open} aria-expanded="false" onClick={() => setOpen(true)}>
        <Icon of={LifeBuoy} size={16} />
        {words.open}
      </Button>
    );
  return (
    <section className={styles.panel} aria-labelledby="chat-heading">
      <div className={styles.head}>
        <div>
          <ChatHeading key={reference}>{reference === null ? words.heading : words.sent}</ChatHeading>
          <p className={styles.intro}>{words.intro}</p>
          <a className={formStyles.link} href={paths.loginLink}>
            {en.login.loginLink}
          </a>
        </div>
        <button type="button" className={styles.close} aria-label={words.close} onClick={() => setOpen(false)}>
          <Icon of={X} size={18} />
        </button>
      </div>
      {reference === null ? (
        <ChatForm onSent={setReference} />
      ) : (
        <ChatReceipt reference={reference} onAnother={() => setReference(null)} />
      )}
    </section>
  );
}

/** Takes the focus when it appears, so that the panel and its result are announced, and brings the panel into view. */
function ChatHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.closest('section')?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <h2 id="chat-heading" ref={heading} tabIndex={-1}>
      {children}
    </h2>
  );
}

/** The reference number of a message that was sent. */
function ChatReceipt({ reference, onAnother }: { reference: string; onAnother: () => void }) {
  const words = chatWords;
  return (
    <>
      <dl className={styles.reference}>
        <dt>{words.reference}</dt>
        <dd>{reference}</dd>
      </dl>
      <Button onClick={onAnother}>{words.another}</Button>
    </>
  );
}
