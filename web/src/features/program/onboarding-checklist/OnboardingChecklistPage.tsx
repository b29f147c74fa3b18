import { useQuery } from '@tanstack/react-query';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { ColumnPage, PageHead } from '../../../kit/layout/Page.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { en } from '../../../messages/en.ts';
import { onboardingWords as words } from '../../../messages/en/onboarding-checklist.ts';
import { onboardingQuery } from '../../../session/business-queries.ts';
import { describeFailure } from '../../../session/failure.ts';
import { usePerson } from '../../../session/person.ts';
import styles from './OnboardingChecklistPage.module.css';
import { Step } from './Step.tsx';

/** /onboarding-checklist, for administrators: the steps that set the business up, each as far as the rows know it. */
export function OnboardingChecklistPage() {
  const { businessName } = usePerson();
  const { data, error, isFetching, refetch } = useQuery({
    ...onboardingQuery(),
    // Steps are taken on other pages: whoever comes back sees what they have done.
    refetchOnMount: 'always',
  });
  return (
    <ColumnPage>
      <PageHead title={en.pages.onboardingChecklist} intro={words.intro(businessName)} />
      {data ? (
        <>
          <div className={styles.progress}>
            <p id="onboarding-progress">
              {data.counter === data.quantity ? words.allDone : words.progress(data.counter, data.quantity)}
            </p>
            <progress aria-labelledby="onboarding-progress" value={data.counter} max={data.quantity} />
          </div>
          <Panel padded={false}>
            <ol>
              {data.steps.map(({ step, isDone }) => (
                <Step key={step} step={step} isDone={isDone} />
              ))}
            </ol>
          </Panel>
        </>
      ) : (
        <Panel>
          {error ? (
            <Failure
              {...describeFailure(error, words.loadFailed)}
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
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
