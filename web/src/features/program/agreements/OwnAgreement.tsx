import type { AgreementStatus } from '@florin/contract/program/agreements';
import { useQuery } from '@tanstack/react-query';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { StatusTag } from '../../../kit/feedback/StatusTag.tsx';
import { agreementsWords as words } from '../../../messages/en/program/agreements.ts';
import { pageTitles } from '../../../messages/en/shell/pages.ts';
import { useIsRestricted } from '../../../session/person.ts';
import { LegalDocument } from '../../../flows/legal-document/LegalDocument.tsx';
import { Acceptance } from './Acceptance.tsx';
import { ownAgreementQuery } from './queries.ts';
import styles from './agreements.module.css';

const title = pageTitles.agreement;

/** The agreement of the current account, and the person's acceptance of it. */
export function OwnAgreement() {
  const restricted = useIsRestricted();
  if (!restricted) return <Loaded />;
  return (
    <div className={styles.restricted}>
      <h1>{title}</h1>
      <Notice severity="warning">{words.restricted}</Notice>
    </div>
  );
}

function Loaded() {
  const query = useQuery(ownAgreementQuery());
  const { text, status } = query.data ?? {};
  return (
    <LegalDocument title={title} text={text} query={query} state={status && <State status={status} />}>
      {status && <Acceptance status={status} />}
    </LegalDocument>
  );
}

/** In the head, so that nobody has to read to the end to know. */
function State({ status: { asked, accepted } }: { status: AgreementStatus }) {
  if (asked)
    return (
      <span className={styles.state}>
        <StatusTag tone="warn">{words.state.open}</StatusTag>
        <a href="#acceptance">{words.state.toAccept}</a>
      </span>
    );
  return accepted && <StatusTag tone="ok">{words.state.accepted}</StatusTag>;
}
