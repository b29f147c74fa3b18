import { checklistItems, markChecklistSeen, securityChecklist } from '@florin/contract/security-checklist';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useEffect } from 'react';
import { buttonClass } from '../../../kit/actions/Button.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { ColumnPage, PageHead } from '../../../kit/layout/Page.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { en } from '../../../messages/en.ts';
import { securityChecklistWords as words } from '../../../messages/en/security-checklist.ts';
import { paths } from '../../../paths.ts';
import { onboardingQuery } from '../../../session/queries/business-queries.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { useIsRestricted, usePerson } from '../../../session/person.ts';
import { securityCall } from '../../../session/queries/queries.ts';
import { fetchOrThrow, keyOf, refetch } from '../../../session/queries/query-client.ts';
import styles from './Checklist.module.css';
import { Checklist } from './Checklist.tsx';

const unjudged = checklistItems.map((item) => ({ item, state: null }));

/** /security-checklist, a public route: seven items, for whoever is signed in with what the system knows of each. */
export function SecurityChecklistPage() {
  const { person } = useRouteContext({ strict: false });
  if (person) return <SignedIn />;
  return (
    <ColumnPage>
      <PageHead title={en.pages.securityChecklist} intro={words.signedOut} />
      <Checklist items={unjudged} />
      <div>
        <Link className={buttonClass({ variant: 'primary' })} to={paths.login}>
          {words.logIn}
        </Link>
      </div>
    </ColumnPage>
  );
}

function SignedIn() {
  const restricted = useIsRestricted();
  return (
    <ColumnPage>
      <PageHead title={en.pages.securityChecklist} intro={words.intro} />
      {restricted ? <Notice severity="warning">{words.restricted}</Notice> : <Items />}
    </ColumnPage>
  );
}

/** Marked as seen when visited (specification section 2). */
function Items() {
  const { role } = usePerson();
  const { data, isPending, error, isFetching, refetch: retry } = useQuery(checklistQuery());
  useEffect(() => void markSeen(), []);
  if (data) return <Checklist items={data.items} role={role} />;
  if (isPending) return <LoadingChecklist />;
  return (
    <Panel>
      <Failure {...errorMessage(error, words.loadFailed)} onRetry={() => void retry()} retrying={isFetching} />
    </Panel>
  );
}

/** Place holders with the geometry of the items. */
function LoadingChecklist() {
  return (
    <Panel padded={false}>
      <div aria-busy="true">
        <span role="status" className="visually-hidden">
          {words.loading}
        </span>
        {checklistItems.map((item) => (
          <div key={item} className={styles.item}>
            <Skeleton shape="circle" />
            <div className={styles.words}>
              <Skeleton />
              <Skeleton shape="long" />
            </div>
          </div>
        ))}
      </div>
    </Panel>
  );
}

const checklistQuery = () =>
  queryOptions({
    ...securityCall,
    queryKey: keyOf('security-checklist'),
    queryFn: ({ signal }) => fetchOrThrow(securityChecklist, {}, signal),
    refetchOnMount: 'always',
  });

/** Notes the visit. Where that fails, the next one is noted. */
async function markSeen(): Promise<void> {
  try {
    await fetchOrThrow(markChecklistSeen, {});
    // Reading it is one of the steps that set a business up.
    await refetch({ queryKey: onboardingQuery().queryKey });
  } catch {
    // Nobody needs to know.
  }
}
