import {
  notificationKinds,
  type Deliveries,
  type NotificationKind,
} from '@florin/contract/program/notification-preferences';
import { NativeSelect } from '../../kit/forms/fields/NativeSelect.tsx';
import { notificationWords as words } from '../../messages/en/program/notifications.ts';
import styles from './notifications.module.css';

interface DeliveryTableProps {
  value: Deliveries;
  onChange: (value: Deliveries) => void;
  /** Why no notification of a channel would arrive, as a sentence; null if they arrive. */
  reasonFor: (kind: NotificationKind) => string | null;
  disabled: boolean;
}

const ways = (['OFF', 'NOW', 'DIGEST'] as const).map((id) => ({ id, label: words.email[id] }));
const isWay = (id: string): id is Deliveries['PURCHASE']['email'] => ways.some((way) => way.id === id);

/** On a phone the rows are drawn as cards, and keep the roles of a table. */
const as = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;

/** Events by channel: sent at once, in the digest, or not at all. */
export function DeliveryTable({ value, onChange, reasonFor, disabled }: DeliveryTableProps) {
  return (
    <table {...as.table} className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{words.columns.kind}</th>
          <th scope="col">{words.columns.email}</th>
          <th scope="col" className={styles.text}>
            {words.columns.text}
          </th>
        </tr>
      </thead>
      <tbody {...as.rowgroup}>
        {notificationKinds.map((kind) => {
          const { name, text } = words.kinds[kind];
          const reason = reasonFor(kind);
          const isOff = disabled || reason !== null;
          return (
            <tr key={kind} {...as.row}>
              <th scope="row" {...as.rowheader}>
                {name} <span className={styles.hint}>{reason ?? text}</span>
              </th>
              <td {...as.cell}>
                <NativeSelect
                  aria-label={words.emailOf(name)}
                  className={styles.way}
                  options={ways}
                  disabled={isOff}
                  value={value[kind].email}
                  onChange={({ target }) =>
                    isWay(target.value) && onChange({ ...value, [kind]: { ...value[kind], email: target.value } })
                  }
                />
              </td>
              <td {...as.cell} className={styles.text} data-label={words.columns.text}>
                <span className={styles.check}>
                  <input
                    type="checkbox"
                    className={styles.box}
                    aria-label={words.textOf(name)}
                    disabled={isOff}
                    checked={value[kind].text === 'NOW'}
                    onChange={({ target }) =>
                      onChange({ ...value, [kind]: { ...value[kind], text: target.checked ? 'NOW' : 'OFF' } })
                    }
                  />
                </span>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
