import type { ExternalAccount } from '@florin/contract/external-accounts';
import { Link } from '@tanstack/react-router';
import { Landmark } from 'lucide-react';
import { buttonClass } from '../../../kit/actions/Button.tsx';
import { StatusTag } from '../../../kit/feedback/StatusTag.tsx';
import { Icon } from '../../../kit/text/Icon.tsx';
import { en } from '../../../messages/en.ts';
import { externalAccountsWords as words } from '../../../messages/en/external-accounts.ts';
import { paths } from '../../../paths.ts';
import { PermittedButton, ReasonedButton, useReason } from '../../../session/PermittedButton.tsx';
import styles from './external-accounts.module.css';

/** One bank account: its bank, connection, state and actions. */
export function AccountItem({ account, onReconnect }: { account: ExternalAccount; onReconnect: () => void }) {
  const { id, bankName, accountType, accountLast4, authenticationMethod, isPrimary } = account;
  const { state, tone, text, help } = statusOf(account);
  const whyNotValidate = useReason('external-accounts.validate');
  return (
    <li className={styles.row}>
      <span className={styles.icon}>
        <Icon of={Landmark} size={20} />
      </span>
      <div className={styles.about}>
        <p className={styles.name}>{bankName}</p>
        <p className={styles.text}>
          {words.types[accountType]}{' '}
          <span className={styles.digits}>
            <span aria-hidden="true">{words.ending(accountLast4)}</span>
            <span className="visually-hidden">{words.endingSpoken(accountLast4)}</span>
          </span>
          {isPrimary && ` · ${words.primary}`}
        </p>
        <p className={styles.text}>{words.methods[authenticationMethod]}</p>
        {help !== null && <p className={styles.help}>{help}</p>}
      </div>
      <div className={styles.state}>
        <StatusTag tone={tone}>{text}</StatusTag>
        {state === 'awaiting' &&
          (whyNotValidate === null ? (
            <Link
              to={paths.validateExternalAccount}
              state={{ primaryBank: { id } }}
              className={buttonClass()}
              aria-label={words.validateFor(bankName, accountLast4)}
            >
              {words.validate}
            </Link>
          ) : (
            <ReasonedButton reason={whyNotValidate} aria-label={words.validateFor(bankName, accountLast4)}>
              {words.validate}
            </ReasonedButton>
          ))}
        {state === 'unlinked' && (
          <PermittedButton
            permission="external-accounts.connect"
            aria-label={words.reconnectFor(bankName, accountLast4)}
            onClick={onReconnect}
          >
            {words.reconnect}
          </PermittedButton>
        )}
        {state === 'failed' && (
          <Link to={paths.contactUs} className={buttonClass()}>
            {en.pages.contactUs}
          </Link>
        )}
      </div>
    </li>
  );
}

type State = 'active' | 'unlinked' | 'awaiting' | 'sending' | 'failed';

const tones = { active: 'ok', unlinked: 'bad', awaiting: 'warn', sending: 'info', failed: 'bad' } as const;

function stateOf({ status, openBankingConnection, validation }: ExternalAccount): State {
  if (status === 'VALIDATIONFAILED') return 'failed';
  if (status === 'AWAITINGMINIDEPOSIT') return validation?.depositsSent === false ? 'sending' : 'awaiting';
  return openBankingConnection?.isActive === false ? 'unlinked' : 'active';
}

/** A bank account's state, with its tone, text and action. */
function statusOf(account: ExternalAccount) {
  const state = stateOf(account);
  const help = state === 'unlinked' ? words.unlinkedHelp : state === 'failed' ? words.failedHelp : null;
  return { state, tone: tones[state], text: words.statuses[state], help };
}
