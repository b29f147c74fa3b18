import { useEffect, useEffectEvent, useRef } from 'react';
import { Spinner } from '../../../../kit/text/Spinner.tsx';
import { externalAccountsWords } from '../../../../messages/en/money/external-accounts.ts';
import styles from '../external-accounts.module.css';

const words = externalAccountsWords.connect;

interface PlaidOptions {
  token: string;
  receivedRedirectUri?: string;
  onSuccess: (publicToken: string) => void;
  onExit: (error: { error_code: string } | null) => void;
}

/** The used part of Plaid's script (plaid.com/docs/link/web). */
interface Plaid {
  create(options: PlaidOptions): { open(): void; destroy(): void };
}

const address = 'https://cdn.plaid.com/link/v2/stable/link-initialize.js';

function loadPlaid(): Promise<Plaid> {
  const { Plaid: loaded } = window as { Plaid?: Plaid };
  if (loaded) return Promise.resolve(loaded);
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = address;
    script.addEventListener('load', () => {
      const { Plaid: plaid } = window as { Plaid?: Plaid };
      if (plaid) resolve(plaid);
      else reject(new Error('the script brought no Plaid'));
    });
    script.addEventListener('error', () => reject(new Error('the script did not load')));
    document.head.append(script);
  });
}

interface PlaidWindowProps {
  linkToken: string;
  /** The address with which a bank has sent the browser back; null at the start of a visit. */
  returnedTo: string | null;
  onShared: (publicToken: string) => void;
  onLeft: (reason: 'cancelled' | 'expired' | 'down' | 'script') => void;
}

/**
 * Plaid Link: the vendor's window over the page. Only a document of its own may run the script (decision 039). The dialog
 * around this component steps aside meanwhile: nothing outside a modal dialog can be used.
 */
export function PlaidWindow({ linkToken, returnedTo, onShared, onLeft }: PlaidWindowProps) {
  const place = useRef<HTMLParagraphElement>(null);
  const opened = useRef(false);
  const shared = useEffectEvent(onShared);
  const left = useEffectEvent(onLeft);
  useEffect(() => {
    if (opened.current) return;
    opened.current = true;
    const dialog = place.current?.closest('dialog') ?? null;
    const comeBack = () => {
      if (dialog?.isConnected && !dialog.open) dialog.showModal();
    };
    const open = (plaid: Plaid) => {
      const plaidWindow = plaid.create({
        token: linkToken,
        ...(returnedTo !== null && { receivedRedirectUri: returnedTo }),
        onSuccess: (publicToken) => {
          comeBack();
          shared(publicToken);
        },
        onExit: (error) => {
          comeBack();
          left(error === null ? 'cancelled' : reasonOf(error.error_code));
        },
      });
      dialog?.close();
      plaidWindow.open();
    };
    loadPlaid().then(open, () => left('script'));
  }, [linkToken, returnedTo]);
  return (
    <p ref={place} className={styles.waiting}>
      <Spinner />
      {words.windowText}
    </p>
  );
}

const reasonOf = (code: string) => (code === 'INVALID_LINK_TOKEN' ? 'expired' : 'down');
