import { requestFor } from '@florin/contract/decline-sentences';
import { lazy, Suspense, useState } from 'react';
import { transactionWords } from '../../../messages/en/transactions.ts';
import { PermittedButton } from '../../../session/PermittedButton.tsx';
import { categoryOf } from './columns.tsx';
import type { Transaction } from './queries.ts';

const words = transactionWords.sheet;

// Loaded when somebody asks.
const AskDialog = lazy(async () => ({ default: (await import('../../../flows/requests/AskDialog.tsx')).AskDialog }));

/** The request that fixes a decline, filled in; nothing where none does. The reason stays beside it. */
export function AskForDecline({ of: { id, card, declineCode, requested, merchant } }: { of: Transaction }) {
  const [isAsking, setAsking] = useState(false);
  const request = declineCode === null ? null : requestFor(declineCode);
  if (request === null) return null;
  // The whole purchase is surely enough; the cardholder can ask for less.
  const asksForMoney = request.kind === 'LIMIT' || request.kind === 'FUNDING';
  return (
    <>
      <div>
        <PermittedButton permission="requests.make" variant="primary" onClick={() => setAsking(true)}>
          {words.ask[request.kind]}
        </PermittedButton>
      </div>
      {isAsking && (
        <Suspense>
          <AskDialog
            {...request}
            {...(request.kind !== 'CARD' && { cardId: card.id, transactionId: id })}
            {...(asksForMoney && { amount: requested.amount })}
            merchant={merchant.name}
            category={categoryOf(merchant.mcc)}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  );
}
