import { easternTime } from '@florin/contract/dates/eastern-time';
import type { LoginRecord } from '@florin/contract/access/login-activity';
import { Globe } from 'lucide-react';
import type { Column } from '../../../kit/lists/table/columns.ts';
import { Icon } from '../../../kit/text/Icon.tsx';
import { Mark } from '../../../kit/text/Mark.tsx';
import { loginActivityWords as words } from '../../../messages/en/access/login-activity.ts';
import { drawingOf } from './browser-logos.tsx';
import { deviceName, placeOf } from './describe-login.ts';
import styles from './devices.module.css';

const { columns: titles } = words;

/** A device with its last login: browser, operating system, place, and time in Eastern Time (specification section 2). */
export const deviceColumns: readonly Column<LoginRecord>[] = [
  {
    id: 'device',
    title: titles.device,
    cell: (login) => (
      <>
        {deviceName(login)} <span className={styles.line}>{login.agent.osFamily}</span>
      </>
    ),
  },
  {
    id: 'place',
    title: titles.place,
    folds: 'first',
    cell: (login) => {
      const place = placeOf(login);
      if (place === null) return <span className={styles.quiet}>{words.noLocation}</span>;
      return (
        <span className={styles.place}>
          {place} <span className={styles.line}>{words.approximate}</span>
        </span>
      );
    },
  },
  {
    id: 'time',
    title: titles.lastLogin,
    folds: 'later',
    cell: ({ timestamp }) => <time dateTime={timestamp}>{easternTime(timestamp)}</time>,
  },
];

export const loginIdOf = ({ deviceId, id }: LoginRecord) => deviceId ?? id;

/** The browser's logo, or the default one. It is decoration, because the name is beside it. */
export function BrowserLogo({ family }: { family: string | null }) {
  const drawing = drawingOf(family);
  return (
    <Mark>
      {drawing === null ? (
        <Icon of={Globe} size={16} />
      ) : (
        <svg className={styles.logo} viewBox="0 0 24 24" width="18" height="18">
          {drawing}
        </svg>
      )}
    </Mark>
  );
}

export const logoOf = ({ agent }: LoginRecord) => <BrowserLogo family={agent.agentFamily} />;
