import { useQuery } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ListTodo } from 'lucide-react';
import { classNames } from '../../kit/class-names.ts';
import { Icon } from '../../kit/text/Icon.tsx';
import { Skeleton } from '../../kit/feedback/Skeleton.tsx';
import { shellWords } from '../../messages/en/shell/shell.ts';
import { paths } from '../../paths.ts';
import { isClosed } from '../../session/account/eligibility.ts';
import { onboardingQuery } from '../../session/queries/business-queries.ts';
import { useIsRestricted, usePerson } from '../../session/person.ts';
import { SidebarRetry } from './SidebarRetry.tsx';
import styles from './OnboardingLink.module.css';

/** The link to the onboarding checklist, for administrators only while steps remain (specification section 2). */
export function OnboardingLink({ compact = false }: { compact?: boolean }) {
  const person = usePerson();
  const restricted = useIsRestricted();
  // A closed account is not set up any more.
  const mayAsk = person.role === 'ADMIN' && !isClosed(person) && !restricted;
  const { data, refetch, isError, isFetching } = useQuery({ ...onboardingQuery(), enabled: mayAsk });
  const router = useRouter();
  const left = data === undefined ? 0 : data.quantity - data.counter;
  const isUnderWay = left > 0;
  // Steps are completed on many pages: leaving a page may follow a completed step.
  useEffect(
    () =>
      router.subscribe('onResolved', ({ pathChanged }) => {
        if (pathChanged && isUnderWay) void refetch();
      }),
    [router, isUnderWay, refetch],
  );
  const words = shellWords.onboarding;
  // Without a message, the missing link would suggest that all steps are done.
  if (mayAsk && isError && data === undefined)
    return (
      <nav aria-label={words.region} className={compact ? styles.folded : styles.unloaded}>
        {!compact && <p className={styles.left}>{words.loadFailed}</p>}
        <SidebarRetry title={words.loadFailed} compact={compact} retrying={isFetching} onRetry={() => void refetch()} />
      </nav>
    );
  // The space is reserved, so that nothing below moves when the steps are loaded.
  if (mayAsk && data === undefined)
    return (
      <div className={classNames(styles.waiting, compact && styles.compact)} aria-busy="true">
        <Skeleton shape="block" />
      </div>
    );
  if (!mayAsk || data === undefined || left <= 0) return null;
  return (
    <nav aria-label={words.region}>
      <Link
        to={paths.onboardingChecklist}
        className={styles.link}
        title={compact ? `${words.link}: ${words.stepsLeft(left)}` : undefined}
      >
        <Icon of={ListTodo} />
        <span className={compact ? 'visually-hidden' : styles.words}>
          <span className={styles.title}>{words.link}</span>
          <span className={styles.left}>{words.stepsLeft(left)}</span>
          {/* The two lines above say the same. */}
          <span className={styles.bar} aria-hidden="true">
            {data.steps.map(({ step }, i) => (
              <span key={step} data-done={i < data.counter} />
            ))}
          </span>
        </span>
      </Link>
    </nav>
  );
}
