import type { LinkedAccount } from '@florin/contract/access/linked-accounts';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../kit/actions/Button.tsx';
import { EmptyState } from '../../../kit/feedback/EmptyState.tsx';
import { ColumnPage, PageHead } from '../../../kit/layout/Page.tsx';
import { Panel } from '../../../kit/layout/Panel.tsx';
import { TextField } from '../../../kit/forms/fields/TextField.tsx';
import { pageTitles } from '../../../messages/en/shell/pages.ts';
import { accountsWords } from '../../../messages/en/access/accounts.ts';
import { paths } from '../../../paths.ts';
import { AccountList } from './AccountList.tsx';
import styles from './LinkedAccountsPage.module.css';
import { matches } from './matching.ts';
import { WithAccounts } from './WithAccounts.tsx';

const words = accountsWords.linked;

/** /account/linked-accounts: every linked account, closed ones too, with a search in the address. */
export function LinkedAccountsPage() {
  return (
    <ColumnPage>
      <PageHead title={pageTitles.linkedAccounts} intro={words.intro}>
        <Link className={styles.link} to={paths.myAccounts}>
          {words.more}
        </Link>
      </PageHead>
      <Panel padded={false}>
        <WithAccounts>{(accounts) => <Accounts accounts={accounts} />}</WithAccounts>
      </Panel>
    </ColumnPage>
  );
}

function Accounts({ accounts }: { accounts: readonly LinkedAccount[] }) {
  const [search, setSearch] = useSearchText();
  const found = accounts.filter((account) => matches(account, search));
  return (
    <>
      <div className={styles.search}>
        <TextField
          type="search"
          label={words.search}
          placeholder={words.placeholder}
          autoComplete="off"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <p role="status" className={styles.count}>
          {words.found(found.length, accounts.length)}
        </p>
      </div>
      {found.length === 0 ? (
        <EmptyState icon={SearchX} action={<Button onClick={() => setSearch('')}>{words.clear}</Button>}>
          {words.nothing(search.trim())}
        </EmptyState>
      ) : (
        <AccountList accounts={found} />
      )}
    </>
  );
}

/** The search text, kept in the address as `q`, so that a reload and a link find the same accounts. */
function useSearchText(): [string, (text: string) => void] {
  const { q = '' } = useSearch({ from: `/signed-in${paths.linkedAccounts}` });
  const navigate = useNavigate();
  const [text, setText] = useState(q);
  const change = (next: string) => {
    setText(next);
    const search = next.trim() === '' ? {} : { q: next };
    void navigate({ to: paths.linkedAccounts, search, replace: true, resetScroll: false });
  };
  return [text, change];
}
