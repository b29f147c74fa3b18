import type { Success } from '@florin/contract/endpoint';
import type { securityChecklist } from '@florin/contract/security-checklist';
import type { Role } from '@florin/contract/session';
import { Link } from '@tanstack/react-router';
import { Icon } from '../../../kit/text/Icon.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { StatusTag } from '../../../kit/feedback/StatusTag.tsx';
import { securityChecklistWords as words } from '../../../messages/en/security-checklist.ts';
import styles from './Checklist.module.css';
import { iconOf, wayTo } from './items.ts';

type Items = Success<typeof securityChecklist>['body']['items'];

/** The seven items, each with what the system knows of it and where it can be done; strangers, who have no role, are led nowhere. */
export function Checklist({ items, role }: { items: Items; role?: Role }) {
  return (
    <Panel padded={false}>
      <ol>
        {items.map(({ item, state }) => {
          const way = role === undefined ? null : wayTo(item, role);
          const said: { title: string; text: string; open?: string } = words.items[item];
          return (
            <li key={item} className={styles.item}>
              <span className={styles.icon}>
                <Icon of={iconOf[item]} size={20} />
              </span>
              <div className={styles.words}>
                <h2 className={styles.title}>{said.title}</h2>
                <p className={styles.text}>{said.text}</p>
                {state === 'open' && <p className={styles.text}>{said.open}</p>}
                {way && (
                  <Link to={way.to} className={styles.way}>
                    {way.text}
                  </Link>
                )}
              </div>
              {state !== null && <StatusTag tone={state === 'done' ? 'ok' : 'warn'}>{words[state]}</StatusTag>}
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
