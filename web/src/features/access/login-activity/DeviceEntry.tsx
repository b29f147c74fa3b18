import type { LoginRecord } from '@florin/contract/login-activity';
import { Globe } from 'lucide-react';
import type { ReactNode } from 'react';
import { easternTime } from '../../../kit/text/eastern-time.ts';
import { Icon } from '../../../kit/text/Icon.tsx';
import { loginActivityWords as words } from '../../../messages/en/login-activity.ts';
import { drawingOf } from './browser-logos.tsx';
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

/** The browser's logo, or the default one. It is decoration, because the name is beside it. */
function BrowserLogo({ family }: { family: string | null }) {
  const drawing = drawingOf(family);
  return (
    <span className={styles.logo} aria-hidden="true">
      {drawing === null ? (
        <Icon of={Globe} size={20} />
      ) : (
        <svg viewBox="0 0 24 24" width="24" height="24">
          {drawing}
        </svg>
      )}
    </span>
  );
}
