import { cards as cardsOfBusiness, type Card } from '@florin/contract/cards/cards';
import { useState } from 'react';
import { Button } from '../../../kit/actions/Button.tsx';
import { CsvField } from '../../../kit/forms/fields/CsvField.tsx';
import { FormShell } from '../../../kit/forms/FormShell.tsx';
import type { Message } from '../../../kit/forms/FormMessage.tsx';
import { Dialog } from '../../../kit/overlays/Dialog.tsx';
import { fundingWords } from '../../../messages/en/money/card-funding.ts';
import { useSubmission } from '../../../session/failures/use-submission.ts';
import { fundingLines } from './csv-lines.ts';
import type { Order } from './queries.ts';

const words = fundingWords.csv;

interface CsvDialogProps {
  onCards: (chosen: Order['cards']) => void;
  onClose: () => void;
}

/** Cards with an amount of their own, pasted as lines. */
export function CsvDialog({ onCards, onClose }: CsvDialogProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string | null>(null);
  const { pending, message, submit } = useSubmission();
  const use = async () => {
    const read = fundingLines(text);
    if ('problem' in read) {
      setError(read.problem);
      return;
    }
    const chosen: { cardId: string; amount: number }[] = [];
    for (const { line, last4, amount } of read.lines) {
      // One after the other: an order has at most a hundred and fifty.
      const query = { text: last4, status: 'OPEN,PAUSED,PENDING_ACTIVATION', limit: '100' };
      // oxlint-disable-next-line no-await-in-loop
      const answer = await submit(cardsOfBusiness, { query });
      if (!answer?.ok) return;
      const found = answer.body.items.filter((card: Card) => card.last4 === last4);
      if (found.length !== 1) {
        setError(found.length === 0 ? words.unknown(line, last4) : words.ambiguous(line, last4));
        return;
      }
      chosen.push({ cardId: found[0]!.id, amount });
    }
    onCards(chosen);
  };
  const shown: Message | null = message;
  return (
    <Dialog open title={words.title} onClose={onClose} holds>
      <FormShell
        error={shown}
        pending={pending}
        submit={{ label: words.use, pending: words.reading }}
        onSubmit={use}
        actions={<Button onClick={onClose}>{words.cancel}</Button>}
      >
        <p>{words.text}</p>
        <CsvField
          label={words.label}
          value={text}
          error={error}
          onText={(next) => {
            setText(next);
            setError(null);
          }}
        />
      </FormShell>
    </Dialog>
  );
}
