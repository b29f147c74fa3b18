import { Link, useRouteContext } from '@tanstack/react-router';
import { Suspense, lazy, useState } from 'react';
import { Mark } from '../../../kit/text/Mark.tsx';
import { Button, buttonClass } from '../../../kit/actions/Button.tsx';
import { FormMessage } from '../../../kit/forms/FormMessage.tsx';
import { ColumnPage } from '../../../kit/layout/Page.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { pageTitles } from '../../../messages/en/shell/pages.ts';
import { accountsWords } from '../../../messages/en/access/accounts.ts';
import { linkLoginWords } from '../../../messages/en/access/link-login.ts';
import { paths } from '../../../paths.ts';
import { isSelectable } from '../../../session/account/account-label.ts';
import { usePerson } from '../../../session/person.ts';
import { queryClient } from '../../../session/queries/query-client.ts';
import { useSite } from '../../../site.ts';
import { Message } from '../../../shell/failures/Message.tsx';
import { AccountList } from './AccountList.tsx';
import { interruptedLink } from './kept-link.ts';
import { WithAccounts } from './WithAccounts.tsx';
import styles from './MyAccountsPage.module.css';

const LinkLogin = lazy(() => import('./LinkLogin.tsx'));

const words = accountsWords.mine;

/** /my-accounts: the logged-in person, the open accounts, and links to more (specification section 2). */
export function MyAccountsPage() {
  const { person } = useRouteContext({ strict: false });
  if (person) return <MyAccounts />;
  return (
    <Message title={pageTitles.myAccounts} text={words.signedOut}>
      <Link className={buttonClass({ variant: 'primary' })} to={paths.login}>
        {words.logIn}
      </Link>
    </Message>
  );
}

function MyAccounts() {
  const { firstName, lastName, userName, userId } = usePerson();
  const { program } = useSite();
  const name = `${firstName} ${lastName}`;
  const [isLinking, setLinking] = useState(() => interruptedLink(userId) !== null);
  const [linked, setLinked] = useState<number | null>(null);
  if (isLinking)
    return (
      <ColumnPage>
        <Suspense>
          <LinkLogin
            onLinked={(accounts) => {
              setLinking(false);
              setLinked(accounts);
              void queryClient.invalidateQueries();
            }}
            onCancel={() => setLinking(false)}
          />
        </Suspense>
      </ColumnPage>
    );
  return (
    <ColumnPage>
      <h1>{pageTitles.myAccounts}</h1>
      <FormMessage
        message={
          linked === null ? null : { severity: 'success', text: linkLoginWords.linked(linked), correlationId: null }
        }
      />
      <Panel>
        <div className={styles.person}>
          <Mark name={name} round />
          <div className={styles.words}>
            <p className={styles.name}>{name}</p>
            <p className={styles.username}>
              <span className="visually-hidden">{words.username}: </span>
              {userName}
            </p>
          </div>
        </div>
      </Panel>
      <Panel title={words.list} padded={false}>
        <WithAccounts>
          {(accounts) => {
            const open = accounts.filter(isSelectable);
            const closed = accounts.length - open.length;
            return (
              <>
                {open.length === 0 ? <p className={styles.none}>{words.none}</p> : <AccountList accounts={open} />}
                {closed > 0 && (
                  <p className={styles.foot}>
                    <Link to={paths.linkedAccounts}>{words.viewAll(closed)}</Link>
                  </p>
                )}
              </>
            );
          }}
        </WithAccounts>
      </Panel>
      <div className={styles.ways}>
        {/* First the way that keeps this session (decision 027). */}
        <Button variant="primary" onClick={() => setLinking(true)}>
          {linkLoginWords.open}
        </Button>
        <Link className={buttonClass()} to={paths.addAccount}>
          {words.otherAccount}
        </Link>
        <Link className={buttonClass()} to={paths.registration}>
          {words.newCard}
        </Link>
        <a className={buttonClass({ variant: 'quiet' })} href={program.supportUrl}>
          {words.help}
        </a>
      </div>
    </ColumnPage>
  );
}
