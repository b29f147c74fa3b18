import type { DeclineCode } from '@florin/contract/cards/decline-codes';
import { requestFor } from '@florin/contract/cards/decline-sentences';
import { lazy, Suspense, useState } from 'react';
import { askKey, type AskProps } from '../../../../flows/requests/ask-key.ts';
import { isPast } from '../../../../flows/time/when.ts';
import { moneyText } from '../../../../kit/text/money-parts.ts';
import { sheetWords } from '../../../../messages/en/cards/transaction-sheet.ts';
import { wasLeftOpen } from '../../../../session/kept-forms/use-kept-form.ts';
import { PermittedButton } from '../../../../session/PermittedButton.tsx';
import { queryClient } from '../../../../session/queries/query-client.ts';
import { categoryOf } from '../columns.tsx';
import { oneQuery, type Transaction } from '../queries.ts';
import styles from '../transactions.module.css';
import { useTriedNow, type Still } from './still-declined.ts';

const words = sheetWords;

// Loaded when the form is opened.
const AskDialog = lazy(async () => ({ default: (await import('../../../../flows/requests/AskDialog.tsx')).AskDialog }));

/** The request that fixes a decline, filled in; nothing where none does. The reason stays beside it. */
export function AskForDecline({ of, code }: { of: Transaction; code: DeclineCode }) {
  // After an approval, what is in the way now.
  const { still, goesThrough } = useTriedNow('own', of);
  const request = requestFor(still?.code ?? code);
  return request === null ? null : (
    <Ask key={request.kind} of={of} request={request} still={still} goesThrough={goesThrough} />
  );
}

interface AskProp {
  of: Transaction;
  request: NonNullable<ReturnType<typeof requestFor>>;
  still: Still | null;
  goesThrough: boolean;
}

function Ask({ of, request, still, goesThrough }: AskProp) {
  const { id, card, decline, requested, merchant } = of;
  const asksForMoney = request.kind === 'LIMIT' || request.kind === 'FUNDING';
  const left = still?.amount ?? decline?.left ?? null;
  const exception =
    request.kind === 'UNBLOCK' && still !== null && still.code !== of.declineCode ? still.exception : null;
  // What was missing; the whole purchase where that is not known, which is surely enough.
  const missing = { ...requested, amount: requested.amount - (left?.amount ?? 0) };
  const asked: AskProps = {
    ...request,
    // An exception from what is in the way now is not one from what declined the purchase.
    ...(request.kind !== 'CARD' && {
      cardId: card.id,
      ...(exception === null ? { transactionId: id } : { exception, rule: still?.rule ?? undefined }),
    }),
    ...(asksForMoney && { amount: missing.amount }),
    // Hours that are over come again tomorrow at the earliest.
    ...(of.declineCode === 'time_window' && { span: 'week' }),
    merchant: merchant.name,
    category: categoryOf(merchant.mcc),
  };
  const [isAsking, setAsking] = useState(() => wasLeftOpen(askKey(asked)));
  const resetsAt = decline?.limit?.resetsAt ?? null;
  // What was too much for a limit may fit now, and what was approved is not missing any more.
  const isAnew = still === null && ((resetsAt !== null && isPast(resetsAt)) || decline?.request?.status === 'APPROVED');
  const close = () => {
    setAsking(false);
    void queryClient.invalidateQueries({ queryKey: oneQuery('own', id).queryKey });
  };
  // Once it goes through, nothing is left to ask for; the form still says what was sent.
  const isSettled = decline?.request?.status === 'PENDING' || goesThrough;
  return (
    <>
      {!isSettled && (
        <div className={styles.acts}>
          <PermittedButton
            permission="requests.make"
            variant={isAnew ? 'secondary' : 'primary'}
            onClick={() => setAsking(true)}
          >
            {asksForMoney && left !== null && !isAnew
              ? words.askFor(moneyText(missing), request.period)
              : words.ask[request.kind]}
          </PermittedButton>
        </div>
      )}
      {!isSettled && request.kind === 'LIMIT' && left !== null && left.amount > 0 && !isAnew && (
        <p className={styles.mute}>{words.orPay(moneyText(left), moneyText(missing))}</p>
      )}
      {isAsking && (
        <Suspense>
          <AskDialog {...asked} onClose={close} />
        </Suspense>
      )}
    </>
  );
}
