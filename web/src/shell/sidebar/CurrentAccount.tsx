import { useQuery } from '@tanstack/react-query';
import { classNames } from '../../kit/class-names.ts';
import { moneyText } from '../../kit/text/money-parts.ts';
import { Skeleton } from '../../kit/feedback/Skeleton.tsx';
import { shellWords } from '../../messages/en/shell/shell.ts';
import { useIsRestricted, usePerson } from '../../session/person.ts';
import { balanceQuery } from '../../session/queries/queries.ts';
import { holderOf } from '../../session/account/account-label.ts';
import { BusinessMark } from './BusinessMark.tsx';
import styles from './CurrentAccount.module.css';

/** Name and balance of the current account; for a Credit source the remaining credit (specification section 2). */
export function CurrentAccount() {
  const person = usePerson();
  const holder = holderOf(person);
  return (
    <>
      <BusinessMark />
      <span className={styles.words}>
        <span className={styles.name} title={person.businessName}>
          {person.businessName}
        </span>
        {holder && (
          <span className={classNames(styles.line, styles.holder)}>
            <span>{holder.name}</span>{' '}
            <span className={styles.digits}>{shellWords.account.cardEnding(holder.last4)}</span>
          </span>
        )}
        <Available />
      </span>
    </>
  );
}

function Available() {
  const restricted = useIsRestricted();
  // The switcher loads them; a remounted card does not.
  const { data, isPending } = useQuery({ ...balanceQuery(), enabled: !restricted, retryOnMount: false });
  if (isPending && !restricted)
    return (
      <span className={styles.line}>
        <Skeleton />
      </span>
    );
  if (!data) return null;
  const say = shellWords.account[data.fundingSource === 'Credit' ? 'credit' : 'balance'];
  return <span className={styles.line}>{say(moneyText(data.available), data.spendingOnHold)}</span>;
}
