import type { Success } from '@florin/contract/endpoint';
import type { onboardingChecklist } from '@florin/contract/program/onboarding-checklist';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { hasToWait } from '../../../flows/onboarding/has-to-wait.ts';
import { stepPlaces, wayOf } from '../../../flows/onboarding/step-places.ts';
import { shortDate } from '../../../flows/time/when.ts';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { Checklist, ChecklistItem } from '../../../kit/lists/Checklist.tsx';
import { ColumnPage, PageHead } from '../../../kit/layout/Page.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { pageTitles } from '../../../messages/en/shell/pages.ts';
import { onboardingWords as words } from '../../../messages/en/program/onboarding-checklist.ts';
import { paths } from '../../../paths.ts';
import { onboardingQuery } from '../../../session/queries/business-queries.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { factsOf } from '../../../session/account/eligibility.ts';
import { usePerson } from '../../../session/person.ts';
import styles from './OnboardingChecklistPage.module.css';

/** /onboarding-checklist, for administrators: the steps that set the business up, each as far as the rows know it. */
export function OnboardingChecklistPage() {
  const { businessName } = usePerson();
  const { data, error, isFetching, refetch } = useQuery({
    ...onboardingQuery(),
    // Steps are completed on other pages: on return the page shows them.
    refetchOnMount: 'always',
  });
  return (
    <ColumnPage>
      <PageHead title={pageTitles.onboardingChecklist} intro={words.intro(businessName)} />
      {data ? (
        <>
          <div className={styles.progress}>
            <p id="onboarding-progress">
              {data.counter === data.quantity ? words.allDone : words.progress(data.counter, data.quantity)}
            </p>
            <progress aria-labelledby="onboarding-progress" value={data.counter} max={data.quantity} />
            {data.counter === data.quantity && (
              <p className={styles.over}>
                {words.leavesMenu} <Link to={paths.dashboard}>{words.toDashboard}</Link>
              </p>
            )}
          </div>
          <Panel padded={false}>
            <Checklist>
              {data.steps.map((each) => (
                <Step key={each.step} {...each} />
              ))}
            </Checklist>
          </Panel>
        </>
      ) : (
        <Panel>
          {error ? (
            <Failure {...errorMessage(error, words.loadFailed)} onRetry={() => void refetch()} retrying={isFetching} />
          ) : (
            <div aria-busy="true" className={styles.loading}>
              <Skeleton shape="block" />
              <Skeleton shape="block" />
              <Skeleton shape="block" />
            </div>
          )}
        </Panel>
      )}
    </ColumnPage>
  );
}

/** One step: what it is for, whether and since when it is done, and where to take it. */
function Step({
  step,
  isDone,
  doneAt,
  needs,
  producedFor,
}: Success<typeof onboardingChecklist>['body']['steps'][number]) {
  const person = usePerson();
  const { title, ...own } = words.steps[step];
  const { text, way } = needs === undefined ? own : words.needs[needs];
  return (
    <ChecklistItem
      icon={stepPlaces[step].icon}
      title={title}
      text={producedFor === undefined ? text : words.producedFor(producedFor)}
      way={!isDone && !hasToWait(step, factsOf(person)) && <Link {...wayOf(step, needs)}>{way}</Link>}
      status={{
        isDone,
        label: !isDone ? words.open : doneAt === null ? words.done : words.doneOn(shortDate(doneAt, person.timeZone)),
      }}
    />
  );
}
