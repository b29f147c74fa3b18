import type { ExternalAccount } from '@florin/contract/money/external-accounts';
import { Link } from '@tanstack/react-router';
import { Landmark } from 'lucide-react';
import { buttonClass } from '../../../kit/actions/Button.tsx';
import { StatusTag } from '../../../kit/feedback/StatusTag.tsx';
import type { Column } from '../../../kit/lists/table/columns.ts';
import { Icon } from '../../../kit/text/Icon.tsx';
import { Mark } from '../../../kit/text/Mark.tsx';
import { pageTitles } from '../../../messages/en/shell/pages.ts';
import { externalAccountsWords as words } from '../../../messages/en/money/external-accounts.ts';
import { paths } from '../../../paths.ts';
import { PermittedButton, ReasonedButton, useReason } from '../../../session/PermittedButton.tsx';
import styles from './external-accounts.module.css';

/** A bank account's name and kind, its connection, its state, and the next action. */
export const accountColumns = (onReconnect: (account: ExternalAccount) => void): readonly Column<ExternalAccount>[] => [
  { id: 'account', title: words.columns.account, cell: (account) => <Account account={account} /> },
  {
    id: 'connection',
    title: words.columns.connection,
    folds: 'later',
    cell: ({ authenticationMethod }) => words.methods[authenticationMethod],
  },
  {
    id: 'status',
    title: words.columns.status,
    cell: (account) => {
      const state = stateOf(account);
      return <StatusTag tone={tones[state]}>{words.statuses[state]}</StatusTag>;
    },
  },
  {
    id: 'actions',
    title: words.columns.actions,
    untitled: true,
    align: 'end',
    card: 'actions',
    cell: (account) => <NextAction account={account} onReconnect={() => onReconnect(account)} />,
  },
];

export const accountName = ({ bankName, accountLast4 }: ExternalAccount) =>
  `${bankName} ${words.endingSpoken(accountLast4)}`;

export const bankMark = () => (
  <Mark>
    <Icon of={Landmark} size={16} />
  </Mark>
);

function Account({ account }: { account: ExternalAccount }) {
  const { bankName, accountType, accountLast4, isPrimary } = account;
  const state = stateOf(account);
  const help = state === 'unlinked' ? words.unlinkedHelp : state === 'failed' ? words.failedHelp : null;
  return (
    <span className={styles.account}>
      {bankName}{' '}
      <span className={styles.line}>
        {words.types[accountType]}{' '}
        <span className={styles.digits}>
          <span aria-hidden="true">{words.ending(accountLast4)}</span>
          <span className="visually-hidden">{words.endingSpoken(accountLast4)}</span>
        </span>
        {isPrimary && ` · ${words.primary}`}
      </span>{' '}
      {help !== null && <span className={styles.help}>{help}</span>}
    </span>
  );
}

/** What ends the state of an account that cannot be used; nothing for any other. */
function NextAction({ account, onReconnect }: { account: ExternalAccount; onReconnect: () => void }) {
  const { id, bankName, accountLast4 } = account;
  const whyNotValidate = useReason('external-accounts.validate');
  const validate = { 'aria-label': words.validateFor(bankName, accountLast4), children: words.validate };
  switch (stateOf(account)) {
    case 'awaiting':
      if (whyNotValidate !== null) return <ReasonedButton reason={whyNotValidate} {...validate} />;
      return (
        <Link
          to={paths.validateExternalAccount}
          state={{ primaryBank: { id } }}
          className={buttonClass()}
          {...validate}
        />
      );
    case 'unlinked':
      return (
        <PermittedButton
          permission="external-accounts.connect"
          aria-label={words.reconnectFor(bankName, accountLast4)}
          onClick={onReconnect}
        >
          {words.reconnect}
        </PermittedButton>
      );
    case 'failed':
      return (
        <Link to={paths.contactUs} className={buttonClass()}>
          {pageTitles.contactUs}
        </Link>
      );
    default:
      return null;
  }
}

type State = 'active' | 'unlinked' | 'awaiting' | 'sending' | 'failed';

const tones = { active: 'ok', unlinked: 'bad', awaiting: 'warn', sending: 'info', failed: 'bad' } as const;

function stateOf({ status, openBankingConnection, validation }: ExternalAccount): State {
  if (status === 'VALIDATIONFAILED') return 'failed';
  if (status === 'AWAITINGMINIDEPOSIT') return validation?.depositsSent === false ? 'sending' : 'awaiting';
  return openBankingConnection?.isActive === false ? 'unlinked' : 'active';
}
