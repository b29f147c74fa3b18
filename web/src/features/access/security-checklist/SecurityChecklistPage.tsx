import { checklistItems } from '@florin/contract/security-checklist';
import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useEffect } from 'react';
import { buttonClass } from '../../../kit/actions/Button.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { ColumnPage, PageHead } from '../../../kit/layout/Page.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { en } from '../../../messages/en.ts';
import { securityChecklistWords as words } from '../../../messages/en/security-checklist.ts';
import { paths } from '../../../paths.ts';
import { describeFailure } from '../../../session/failure.ts';
import { useIsRestricted, usePerson } from '../../../session/person.ts';
import { Checklist } from './Checklist.tsx';
import { LoadingChecklist } from './LoadingChecklist.tsx';
import { checklistQuery, markSeen } from './queries.ts';

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
  const { data, isPending, error, isFetching, refetch } = useQuery(checklistQuery());
  useEffect(() => void markSeen(), []);
  if (data) return <Checklist items={data.items} role={role} />;
  if (isPending) return <LoadingChecklist />;
  return (
    <Panel>
      <Failure {...describeFailure(error, words.loadFailed)} onRetry={() => void refetch()} retrying={isFetching} />
    </Panel>
  );
}
