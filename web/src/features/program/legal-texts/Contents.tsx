import type { Section } from '@florin/contract/legal-texts';
import { legalTextsWords as words } from '../../../messages/en/legal-texts.ts';
import styles from './LegalDocument.module.css';

/** The sections of a text, each with its number and a link to it. */
export function Contents({ of }: { of: readonly Section[] }) {
  return (
    <nav className={styles.contents} aria-label={words.contents}>
      <p className={styles.contentsTitle}>{words.contents}</p>
      <ol>
        {of.map(({ id, number, title }) => (
          <li key={id}>
            <a href={`#${id}`}>
              <span className={styles.number}>{number}</span>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
