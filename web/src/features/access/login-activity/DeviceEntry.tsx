import type { LoginRecord } from '@florin/contract/login-activity';
import type { ReactNode } from 'react';
import { loginActivityWords as words } from '../../../messages/en/login-activity.ts';
import { easternTime } from '../../../kit/text/eastern-time.ts';
import { BrowserLogo } from './BrowserLogo.tsx';
import { deviceName, placeOf } from './describe-login.ts';
import styles from './DeviceEntry.module.css';

interface DeviceEntryProps {
  login: LoginRecord;
  /** Stands beside the name. */
  tags?: ReactNode;
  /** A further line. */
  note?: ReactNode;
  /** Buttons. */
  actions?: ReactNode;
}

/** A device with its last login: browser, operating system, place, and time in Eastern Time (specification section 2). */
export function DeviceEntry({ login, tags, note, actions }: DeviceEntryProps) {
  const place = placeOf(login);
  return (
    <div className={styles.entry}>
      <BrowserLogo family={login.agent.agentFamily} />
      <div className={styles.words}>
        <p className={styles.head}>
          <span className={styles.name}>{deviceName(login)}</span>
          {tags}
        </p>
        {login.agent.osFamily !== null && <p>{login.agent.osFamily}</p>}
        {place === null ? (
          <p className={styles.quiet}>{words.noLocation}</p>
        ) : (
          <p>
            {place} <span className={styles.note}>{words.approximate}</span>
          </p>
        )}
        <p className={styles.quiet}>
          <time dateTime={login.timestamp}>{easternTime(login.timestamp)}</time>
        </p>
        {note !== undefined && <p className={styles.quiet}>{note}</p>}
      </div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
