import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { legalTextsWords as words } from '../../../messages/en/legal-texts.ts';
import styles from './LegalDocument.module.css';

const paragraphs = [0, 1, 2, 3, 4, 5];

/** Place holders of paragraphs. */
export function LoadingText() {
  return (
    <div aria-busy="true" className={styles.loading}>
      <span role="status" className="visually-hidden">
        {words.loading}
      </span>
      {paragraphs.map((i) => (
        <p key={i}>
          <Skeleton shape="long" />
          <Skeleton shape="long" />
          <Skeleton shape="medium" />
        </p>
      ))}
    </div>
  );
}
