import type { LegalText } from '@florin/contract/legal-texts';
import { Printer } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { Button } from '../../kit/Button.tsx';
import { Icon } from '../../kit/Icon.tsx';
import { legalTextsWords as words } from '../../messages/en/legal-texts.ts';
import { Blocks } from './Blocks.tsx';
import styles from './LegalDocument.module.css';

interface LegalDocumentProps {
  /** Of the page; the name of the text stands under it where it is another. */
  title: string;
  text: LegalText;
  /** Beside version and date. */
  state?: ReactNode;
  /** Between the head and the text. */
  notice?: ReactNode;
  /** After the text. */
  children?: ReactNode;
}

/** A legal text: contents, numbered sections that can be linked to, and a print style that leaves the rest away. */
export function LegalDocument({ title, text, state, notice, children }: LegalDocumentProps) {
  useEffect(goToLinkTarget, []);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{title}</h1>
        {text.name !== title && <p className={styles.name}>{text.name}</p>}
        <div className={styles.facts}>
          <p>
            {words.effective(text.effectiveDate)} · {words.version(text.version)}
          </p>
          {state}
          <Button className={styles.print} variant="quiet" onClick={() => window.print()}>
            <Icon of={Printer} />
            {words.print}
          </Button>
        </div>
      </header>
      {notice}
      <div className={styles.columns}>
        <nav className={styles.contents} aria-label={words.contents}>
          <p className={styles.contentsTitle}>{words.contents}</p>
          <ol>
            {text.sections.map(({ id, number, title: sectionTitle }) => (
              <li key={id}>
                <a href={`#${id}`}>
                  <span className={styles.number}>{number}</span>
                  {sectionTitle}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <article className={styles.text}>
          <Blocks of={text.preamble} label={text.name} />
          {text.sections.map(({ id, number, title: sectionTitle, blocks }) => (
            <section key={id} aria-labelledby={id} className={styles.section}>
              <h2 id={id} tabIndex={-1}>
                <span className={styles.number}>{number}</span> {sectionTitle}
              </h2>
              <Blocks of={blocks} label={sectionTitle} />
            </section>
          ))}
          {children}
        </article>
      </div>
    </div>
  );
}

/** The text comes after the page: the browser has looked for the section of the address when it was not there yet. */
function goToLinkTarget(): void {
  const id = window.location.hash.slice(1);
  if (id !== '') document.getElementById(id)?.scrollIntoView();
}
