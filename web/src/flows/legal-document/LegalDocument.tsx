import type { LegalText, Section } from '@florin/contract/program/legal-texts';
import { Printer } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { Button } from '../../kit/actions/Button.tsx';
import { Failure } from '../../kit/feedback/Failure.tsx';
import { Skeleton } from '../../kit/feedback/Skeleton.tsx';
import { Icon } from '../../kit/text/Icon.tsx';
import { Panel } from '../../kit/layout/Panel.tsx';
import { legalTextsWords as words } from '../../messages/en/program/legal-texts.ts';
import { errorMessage } from '../../session/failures/error-message.ts';
import { LegalBlocks } from './LegalBlocks.tsx';
import styles from './LegalDocument.module.css';

interface LegalDocumentProps {
  /** The title of the page. The name of the text is shown below it if it differs. */
  title: string;
  /** Undefined while it loads, or if it could not be loaded. */
  text: LegalText | undefined;
  query: { error: unknown; isPending: boolean; isFetching: boolean; refetch: () => unknown };
  /** Beside version and date. */
  state?: ReactNode;
  /** After the text. */
  children?: ReactNode;
}

/**
 * A legal text: contents, numbered sections with links to them, and a print style that prints only the text. The
 * heading is shown before the text and stays the same element, so that it keeps the focus.
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
            {...errorMessage(query.error, words.loadFailed)}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        </Panel>
      )}
    </div>
  );
}

/** The sections of a text, each with its number and a link to it; closed on a phone, where they fill the screen. */
function Contents({ of }: { of: readonly Section[] }) {
  const [isOpen] = useState(() => !window.matchMedia('(max-width: 599px)').matches);
  return (
    <nav className={styles.contents} aria-label={words.contents}>
      <details open={isOpen}>
        <summary>{words.contents}</summary>
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
      </details>
    </nav>
  );
}

function Text({ of: { name, preamble, sections }, children }: { of: LegalText; children: ReactNode }) {
  return (
    <article className={styles.text}>
      <LegalBlocks of={preamble} label={name} />
      {sections.map(({ id, number, title, blocks }) => (
        <section key={id} aria-labelledby={id} className={styles.section}>
          <h2 id={id} tabIndex={-1}>
            <span className={styles.number}>{number}</span> {title}
          </h2>
          <LegalBlocks of={blocks} label={title} />
        </section>
      ))}
      {children}
    </article>
  );
}

/** The browser searched for the section of the address before the text was loaded. */
function goToLinkTarget(): void {
  const id = window.location.hash.slice(1);
  if (id !== '') document.getElementById(id)?.scrollIntoView();
}

const paragraphs = [0, 1, 2, 3, 4, 5];

function LoadingText() {
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
