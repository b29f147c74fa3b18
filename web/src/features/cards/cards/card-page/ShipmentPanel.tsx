import { calendarDay } from '../../../../flows/time/when.ts';
import { Panel } from '../../../../kit/layout/Panel.tsx';
import { cardPageWords } from '../../../../messages/en/cards/card-page.ts';
import type { CardDetail } from '../queries.ts';
import styles from '../cards.module.css';
import { Row } from './Row.tsx';

const words = cardPageWords;

/** The steps of the mail with the card: what came, what is to come, and what went wrong. */
export function ShipmentPanel({ card: { shipment } }: { card: CardDetail }) {
  if (shipment === null) return null;
  const { status, method, carrier, trackingNumber, expectedOn } = shipment;
  const { steps } = words.shipment;
  const failed = status === 'RETURNED' || status === 'FAILURE';
  const isCutShort = status === 'CANCELED' || status === 'FAILURE';
  const last = status === 'PENDING' || status === 'SHIPPED' ? 'DELIVERED' : status;
  const all = [words.shipment.ordered, ...(isCutShort ? [steps[status]] : [steps.SHIPPED, steps[last]])];
  const reached = status === 'PENDING' ? 1 : status === 'SHIPPED' ? 2 : all.length;
  return (
    <Panel title={words.shipment.title} padded={false}>
      <ol className={styles.steps}>
        {all.map((name, index) => (
          <li key={name} data-state={index >= reached ? 'ahead' : failed && index === all.length - 1 ? 'bad' : 'done'}>
            {name}
            {index >= reached && <span className="visually-hidden"> {words.shipment.ahead}</span>}
          </li>
        ))}
      </ol>
      <dl className={styles.rows}>
        <Row
          name={words.shipment.by}
          value={[words.shipment.methods[method], ...(carrier === null ? [] : [carrier])].join(', ')}
        />
        {trackingNumber !== null && <Row name={words.shipment.tracking} value={trackingNumber} />}
        {expectedOn !== null && !failed && status !== 'DELIVERED' && (
          <Row name={words.shipment.expected} value={calendarDay(expectedOn)} />
        )}
      </dl>
      {failed && <p className={styles.note}>{words.shipment.failed}</p>}
    </Panel>
  );
}
