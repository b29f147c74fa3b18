import type { BulkLine } from '@florin/contract/cards/card-parts';
import { bulkCardAct } from '@florin/contract/cards/cards';
import { setCardPolicies } from '@florin/contract/cards/spend-policies';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { useContentKey } from '../../../../flows/requests/use-content-key.ts';
import { AmountField } from '../../../../kit/forms/fields/AmountField.tsx';
import { useContractForm } from '../../../../kit/forms/use-contract-form.ts';
import { SelectField } from '../../../../kit/pickers/SelectField.tsx';
import { bulkCardsWords } from '../../../../messages/en/cards/bulk-cards.ts';
import { cardsWords } from '../../../../messages/en/cards/cards.ts';
import { changeManyWords as words } from '../../../../messages/en/cards/change-many.ts';
import { issueCardWords } from '../../../../messages/en/cards/issue-card.ts';
import { limitManyWords } from '../../../../messages/en/cards/limit-many.ts';
import { lastDigits } from '../../../../messages/last-digits.ts';
import { useSubmission } from '../../../../session/failures/use-submission.ts';
import { useReason } from '../../../../session/PermittedButton.tsx';
import { CsvDialog } from './CsvDialog.tsx';
import { limitFieldWords, limitPeriods, limitSchema, reasonOf, rulesOf } from './limit.ts';
import { manyKey } from './many.ts';
import styles from '../cards.module.css';

type Act = keyof typeof words.submits;
const buttonOf = { FREEZE: 'freeze', UNFREEZE: 'unfreeze', CLOSE: 'close', LIMIT: 'limit' } as const;
const options = (['FREEZE', 'UNFREEZE', 'CLOSE', 'LIMIT'] as const).map((id) => ({
  id,
  label: cardsWords.bulk[buttonOf[id]],
}));
/** As it was left when the session ended. */
const Order = v.object({
  act: v.picklist(['FREEZE', 'UNFREEZE', 'CLOSE', 'LIMIT']),
  limit: v.object({ amount: v.string(), period: limitSchema.entries.period }),
});

const template = 'card\n0932\ncrew-7\n';

/** Changes the cards that a CSV text names. */
export default function ChangeMany({ onClose }: { onClose: () => void }) {
  const [act, setAct] = useState<Act>('FREEZE');
  const mayLimit = useReason('spend-policies.change') === null;
  const form = useContractForm(limitSchema, { defaultValues: { amount: '', period: 'month' }, words: limitFieldWords });
  const limit = useWatch({ control: form.control });
  const keyFor = useContentKey(manyKey('TEXT'));
  const submission = useSubmission();
  return (
    <CsvDialog
      words={{ ...words, submit: words.submits[act] }}
      template={template}
      submission={submission}
      keptAs={manyKey('TEXT')}
      order={JSON.stringify({ act, limit })}
      onOrder={(text) => {
        const order = v.safeParse(Order, JSON.parse(text));
        if (!order.success) return;
        setAct(order.output.act);
        form.reset(order.output.limit);
      }}
      send={async (csv, dryRun, refuse) => {
        if (act !== 'LIMIT') {
          const order = { act, csv };
          return submission.submit(bulkCardAct, { body: { ...order, dryRun, idempotencyKey: keyFor(order) } }, refuse);
        }
        // Marks the fields that are not right.
        const valid = (await form.trigger()) ? v.parse(limitSchema, limit) : null;
        if (valid === null) return null;
        const order = { ...rulesOf(valid), csv };
        return submission.submit(
          setCardPolicies,
          { body: { ...order, dryRun, idempotencyKey: keyFor(order) } },
          refuse,
        );
      }}
      nameOf={({ holder, last4 }) => last4 && [holder, lastDigits(last4)].filter(Boolean).join(' ')}
      resultOf={resultOf}
      onClose={onClose}
    >
      <SelectField
        label={words.act}
        hint={act === 'LIMIT' ? limitManyWords.text : bulkCardsWords.texts[act]}
        options={mayLimit ? options : options.filter(({ id }) => id !== 'LIMIT')}
        value={act}
        onChange={({ target }) => setAct(target.value as Act)}
      />
      {act === 'LIMIT' && (
        <div className={styles.pair}>
          <AmountField label={issueCardWords.amount} {...form.field('amount')} />
          <SelectField label={issueCardWords.period} options={limitPeriods} {...form.field('period')} />
        </div>
      )}
    </CsvDialog>
  );
}

function resultOf(line: BulkLine, dryRun: boolean): string {
  const { outcome, code, cardId } = line;
  if (outcome === 'DONE') return dryRun ? words.ready : words.done;
  if (code === 'NOT_FOUND') return words.unknown;
  if (code === 'VALIDATION' && cardId === null) return words.ambiguous;
  return code === 'CARD_STATE' ? words.state : reasonOf(line);
}
