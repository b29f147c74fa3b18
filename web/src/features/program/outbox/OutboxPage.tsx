import { useNavigate, useSearch } from '@tanstack/react-router';
import { Inbox } from 'lucide-react';
import { Button, buttonClass } from '../../../kit/actions/Button.tsx';
import { EmptyState } from '../../../kit/feedback/EmptyState.tsx';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { SelectField } from '../../../kit/pickers/SelectField.tsx';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { allowWidgetStyles } from '../../../kit/widget-styles.ts';
import { en } from '../../../messages/en.ts';
import { outboxWords } from '../../../messages/en/program/outbox.ts';
import { paths } from '../../../paths.ts';
import { ProgramLogo } from '../../../shell/header/ProgramLogo.tsx';
import { OutboxItem } from './OutboxItem.tsx';
import styles from './OutboxPage.module.css';
import { messagesTo, recipientsOf } from './recipients.ts';
import { StoppedPhones } from './StoppedPhones.tsx';
import { useOutbox } from './use-outbox.ts';

// No frame around this page does it.
allowWidgetStyles();

const everyone = { id: 'everyone', label: outboxWords.everyone };

/** /outbox: every mail and text of the embedded mode, as its recipient would get it. The filter is in the address. */
export function OutboxPage() {
  const words = outboxWords;
  const { messages, isStale } = useOutbox();
  const { to = null } = useSearch({ from: paths.outbox });
  const navigate = useNavigate();
  const show = (next: string | null) =>
    void navigate({ to: paths.outbox, search: next === null ? {} : { to: next }, replace: true });

  const shown = messagesTo(messages ?? [], to);
  const recipients = recipientsOf(messages ?? []);
  if (to !== null && !recipients.includes(to)) recipients.push(to);
  return (
    <main className={styles.page}>
      <div className={styles.bar}>
        <ProgramLogo />
        <a className={buttonClass()} href={paths.login}>
          {words.backToLogin}
        </a>
      </div>
      <div className={styles.head}>
        <div className={styles.title}>
          <h1>{words.heading}</h1>
          <p className={styles.intro}>{words.intro}</p>
          <p role="status" className={styles.count}>
            {messages !== null && words.count(shown.length)}
          </p>
        </div>
        <div className={styles.filter}>
          <SelectField
            label={words.recipient}
            options={[everyone, ...recipients.map((recipient) => ({ id: recipient, label: recipient }))]}
            value={to ?? everyone.id}
            onChange={({ target }) => show(target.value === everyone.id ? null : target.value)}
          />
        </div>
      </div>
      <StoppedPhones to={to} />
      {isStale && <Notice severity="warning">{words.stale}</Notice>}
      {messages === null ? (
        !isStale && <OutboxSkeleton />
      ) : shown.length === 0 ? (
        <EmptyState icon={Inbox} action={to !== null && <Button onClick={() => show(null)}>{words.showAll}</Button>}>
          {to === null ? words.empty : words.emptyFiltered(to)}
        </EmptyState>
      ) : (
        <ol className={styles.list}>
          {shown.map((message) => (
            <li key={message.id}>
              <OutboxItem message={message} />
            </li>
          ))}
        </ol>
      )}
    </main>
  );
}

/** Three messages on their way. */
function OutboxSkeleton() {
  return (
    <div className={styles.list} aria-busy="true">
      <span className="visually-hidden">{en.kit.loading}</span>
      {[1, 2, 3].map((item) => (
        <div key={item} className={styles.waiting}>
          <Skeleton shape="medium" />
          <Skeleton shape="long" />
          <Skeleton shape="long" />
        </div>
      ))}
    </div>
  );
}
