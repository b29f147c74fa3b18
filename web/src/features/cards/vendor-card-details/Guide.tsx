import { vendorCardWords as words } from '../../../messages/en/vendor-card-details.ts';
import styles from './VendorCardDetailsPage.module.css';

/** The three steps from the details to the payment. */
export function Guide() {
  return (
    <section className={styles.guide} aria-labelledby="guide">
      <h2 id="guide">{words.guide}</h2>
      <ol className={styles.steps}>
        {words.steps.map(({ title, text }) => (
          <li key={title}>
            <p className={styles.step}>{title}</p>
            <p className={styles.small}>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
