import type { Success } from '@florin/contract/endpoint';
import { checklistItems, markChecklistSeen, securityChecklist } from '@florin/contract/access/security-checklist';
import type { Role } from '@florin/contract/access/session';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { useEffect } from 'react';
import { buttonClass } from '../../../kit/actions/Button.tsx';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Notice } from '../../../kit/feedback/Notice.tsx';
import { Checklist, ChecklistItem, ChecklistLoading } from '../../../kit/lists/Checklist.tsx';
import { ColumnPage, PageHead } from '../../../kit/layout/Page.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { pageTitles } from '../../../messages/en/shell/pages.ts';
import { securityChecklistWords as words } from '../../../messages/en/access/security-checklist.ts';
import { paths } from '../../../paths.ts';
import { onboardingQuery } from '../../../session/queries/business-queries.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { useIsRestricted, usePerson } from '../../../session/person.ts';
import { securityCall } from '../../../session/queries/queries.ts';
import { fetchOrThrow, keyOf, refetch } from '../../../session/queries/query-client.ts';
import { iconOf, wayTo } from './items.ts';

const withoutState = checklistItems.map((item) => ({ item, state: null }));

/** /security-checklist, a public route: seven items, for signed-in people with their state. */
export function SecurityChecklistPage() {
  const { person } = useRouteContext({ strict: false });
  if (person) return <SignedIn />;
  return (
    <ColumnPage>
      <PageHead title={pageTitles.securityChecklist} intro={words.signedOut} />
      <SecurityChecklist items={withoutState} />
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
      <PageHead title={pageTitles.securityChecklist} intro={words.intro} />
      {restricted ? <Notice severity="warning">{words.restricted}</Notice> : <Items />}
    </ColumnPage>
  );
}

/** Marked as seen when visited (specification section 2). */
function Items() {
  const { role } = usePerson();
  const { data, isPending, error, isFetching, refetch: retry } = useQuery(checklistQuery());
  useEffect(() => void markSeen(), []);
  if (data) return <SecurityChecklist items={data.items} role={role} />;
  if (isPending)
    return (
      <Panel padded={false}>
        <ChecklistLoading items={checklistItems.length} label={words.loading} />
      </Panel>
    );
  return (
    <Panel>
      <Failure {...errorMessage(error, words.loadFailed)} onRetry={() => void retry()} retrying={isFetching} />
    </Panel>
  );
}

type ChecklistItems = Success<typeof securityChecklist>['body']['items'];

/** The seven items, each with its state and a link; visitors, who have no role, get no links. */
function SecurityChecklist({ items, role }: { items: ChecklistItems; role?: Role }) {
  return (
    <Panel padded={false}>
      <Checklist>
        {items.map(({ item, state }) => {
          const way = role === undefined ? null : wayTo(item, role);
          const { title, text, open }: { title: string; text: string; open?: string } = words.items[item];
          return (
            <ChecklistItem
              key={item}
              icon={iconOf[item]}
              title={title}
              text={text}
              more={state === 'open' ? open : undefined}
              way={way && <Link to={way.to}>{way.text}</Link>}
              status={state && { isDone: state === 'done', label: words[state] }}
            />
          );
        })}
      </Checklist>
    </Panel>
  );
}

const checklistQuery = () =>
  queryOptions({
    ...securityCall,
    queryKey: keyOf('security-checklist'),
    queryFn: ({ signal }) => fetchOrThrow(securityChecklist, {}, signal),
  });

/** Saves the visit. If that fails, the next one is saved. */
async function markSeen(): Promise<void> {
  try {
    await fetchOrThrow(markChecklistSeen, {});
    // Reading it is one of the steps that set a business up.
    await refetch({ queryKey: onboardingQuery().queryKey });
  } catch {
    // A failure needs no message.
  }
}
