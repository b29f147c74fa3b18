import type { cardDetailsViews } from '@florin/contract/card-details';
import type { Success } from '@florin/contract/endpoint';
import { cardDetailsWords as words } from '../../../messages/en/card-details.ts';
import { easternTime } from '../../../kit/text/eastern-time.ts';
import styles from './CardDetailsPanel.module.css';

type View = Success<typeof cardDetailsViews>['body']['views'][number];

/** When the details of the card were viewed, and by whom; the newest first. */
export function CardViews({ views }: { views: readonly View[] }) {
  return (
    <div className={styles.views}>
      <h3>{words.views}</h3>
      {views.length === 0 ? (
        <p className={styles.line}>{words.noViews}</p>
      ) : (
        <ul className={styles.list}>
          {views.map(({ id, at, vendor }) => (
            <li key={id}>
              <p>{words.viewed(easternTime(at))}</p>
              <p className={styles.line}>
                {vendor === null ? words.viewedByYou : words.viewedByVendor(vendor.email, vendor.sentBy)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
