import { cancelTransfer, mayStep, type BankTransferDetail } from '@florin/contract/money/transfers';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SheetPlace } from '../../../flows/lists/ListPage.tsx';
import { ConfirmAct } from '../../../flows/step-up/ConfirmAct.tsx';
import { When } from '../../../flows/time/When.tsx';
import { longWhen } from '../../../flows/time/when.ts';
import { Failure } from '../../../kit/feedback/Failure.tsx';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { SideSheet } from '../../../kit/overlays/SideSheet.tsx';
import { Money } from '../../../kit/text/Money.tsx';
import { moneyText } from '../../../kit/text/money-parts.ts';
import { pageTitles } from '../../../messages/en/shell/pages.ts';
import { transferWords } from '../../../messages/en/money/transfers.ts';
import { errorMessage } from '../../../session/failures/error-message.ts';
import { PermittedButton } from '../../../session/PermittedButton.tsx';
import { usePerson } from '../../../session/person.ts';
import { refreshTransfers, transferQuery } from './queries.ts';
import { signed, standSentences } from './transfer-text.ts';
import styles from './transfers.module.css';

const words = transferWords.sheet;

/** One transfer: where it stands, what is held until when, why it came back, and what happened to it. */
export function TransferSheet({ id, ...sheet }: SheetPlace) {
  const one = useQuery(transferQuery(id));
  const { timeZone } = usePerson();
  const [isAsking, setAsking] = useState(false);
  const of = one.data;
  return (
    <>
      <SideSheet
        open={id !== null}
        title={of ? transferWords.directions[of.direction] : pageTitles.bankTransfers}
        actions={
          of && mayStep('cancel', of.stage) ? (
            <PermittedButton permission="transfers.make" onClick={() => setAsking(true)}>
              {words.cancel}
            </PermittedButton>
          ) : undefined
        }
        {...sheet}
      >
        {one.isError && !of ? (
          <Failure
            {...errorMessage(one.error, words.loadFailed)}
            onRetry={() => void one.refetch()}
            retrying={one.isFetching}
          />
        ) : of ? (
          <Details of={of} />
        ) : (
          <Skeleton shape="block" />
        )}
      </SideSheet>
      {of && isAsking && (
        <ConfirmAct
          words={{
            title: words.cancelTitle,
            text: words.cancelText(
              transferWords.row(
                transferWords.directions[of.direction],
                moneyText(of.amount),
                longWhen(of.requestedAt, timeZone),
              ),
            ),
            submit: words.cancel,
            submitting: words.canceling,
            cancel: words.keep,
          }}
          act={(send) => send(cancelTransfer, { params: { id: of.id }, body: {} })}
          done={words.canceledDone}
          refresh={refreshTransfers}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

function Details({ of }: { of: BankTransferDetail }) {
  const { timeZone } = usePerson();
  const { direction, bankAccount, note, timeline } = of;
  const bank = transferWords.bank(bankAccount.bankName, bankAccount.last4);
  return (
    <div className={styles.details}>
      <div>
        <p className={styles.sum}>
          <Money value={signed(of)} />
        </p>
        <p className={styles.quiet}>{direction === 'IN' ? words.from(bank) : words.to(bank)}</p>
      </div>
      <p>{standSentences(of, timeZone).join(' ')}</p>
      {note !== null && (
        <section>
          <h3>{words.note}</h3>
          <p className={styles.note}>{note}</p>
        </section>
      )}
      <section>
        <h3>{words.happened}</h3>
        <ol className={styles.timeline}>
          {timeline.toReversed().map(({ step, by, at }) => (
            <li key={`${step}${at}`}>
              <span>{transferWords.events[step](by ?? words.bankItself)}</span>
              <When at={at} form="long" />
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
