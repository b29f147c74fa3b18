import type { LegalText } from '@florin/contract/legal-texts';
import { Printer } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { Button } from '../../../kit/actions/Button.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Icon } from '../../../kit/text/Icon.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { legalTextsWords as words } from '../../../messages/en/legal-texts.ts';
import { describeFailure } from '../../../session/failure.ts';
import { Blocks } from './Blocks.tsx';
import { Contents } from './Contents.tsx';
import styles from './LegalDocument.module.css';
import { LoadingText } from './LoadingText.tsx';

interface LegalDocumentProps {
  /** Of the page; the name of the text stands under it where it is another. */
  title: string;
  /** Undefined while it is loading, and where it could not be loaded. */
  text: LegalText | undefined;
  query: { error: unknown; isPending: boolean; isFetching: boolean; refetch: () => unknown };
  /** Beside version and date. */
  state?: ReactNode;
  /** After the text. */
  children?: ReactNode;
}

/**
 * A legal text: contents, numbered sections that can be linked to, and a print style that leaves the rest away. Its heading
 * stands there before the text does and stays the same element, so that focus on it is not lost.
 */
export function LegalDocument({ title, text, query, state, children }: LegalDocumentProps) {
  const isShown = text !== undefined;
  useEffect(() => {
    if (isShown) goToLinkTarget();
  }, [isShown]);
  return (
    <div className={styles.page}>
      <header>
        <h1>{title}</h1>
        {text && text.name !== title && <p className={styles.name}>{text.name}</p>}
        {text && (
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
        )}
      </header>
      {text && (
        <div className={styles.columns}>
          <Contents of={text.sections} />
          <Text of={text}>{children}</Text>
        </div>
      )}
      {!text && query.isPending && <LoadingText />}
      {!text && !query.isPending && (
        <Panel>
          <Failure
            {...describeFailure(query.error, words.loadFailed)}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        </Panel>
      )}
    </div>
  );
}

function Text({ of: { name, preamble, sections }, children }: { of: LegalText; children: ReactNode }) {
  return (
    <article className={styles.text}>
      <Blocks of={preamble} label={name} />
      {sections.map(({ id, number, title, blocks }) => (
        <section key={id} aria-labelledby={id} className={styles.section}>
          <h2 id={id} tabIndex={-1}>
            <span className={styles.number}>{number}</span> {title}
          </h2>
          <Blocks of={blocks} label={title} />
        </section>
      ))}
      {children}
    </article>
  );
}

/** The text comes after the page: the browser has looked for the section of the address when it was not there yet. */
function goToLinkTarget(): void {
  const id = window.location.hash.slice(1);
  if (id !== '') document.getElementById(id)?.scrollIntoView();
}
