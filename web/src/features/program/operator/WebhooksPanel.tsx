import { replayWebhook } from '@florin/contract/program/operator';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { titleOfCard } from '../../../flows/cards/card-title.ts';
import { ConfirmAct } from '../../../flows/step-up/ConfirmAct.tsx';
import { easternTime } from '@florin/contract/dates/eastern-time';
import { Button } from '../../../kit/actions/Button.tsx';
import { StatusTag } from '../../../kit/feedback/StatusTag.tsx';
import { StatusText } from '../../../kit/feedback/StatusText.tsx';
import { NativeSelect } from '../../../kit/forms/fields/NativeSelect.tsx';
import type { Column } from '../../../kit/lists/table/columns.ts';
import { LastDigits } from '../../../kit/text/LastDigits.tsx';
import { operatorWords } from '../../../messages/en/program/operator.ts';
import { refreshOperator, webhookChoices, type WebhookChoice, type Webhooks } from './queries.ts';
import { Waiting } from './Waiting.tsx';
import styles from './operator.module.css';

const words = operatorWords.webhooks;
type Webhook = Webhooks['webhooks'][number];
type UnsentAct = Webhooks['unsent'][number];

interface WebhooksPanelProps {
  found: UseQueryResult<Webhooks>;
  which: WebhookChoice;
  onWhich: (which: WebhookChoice) => void;
}

/** Messages of processors, each with its replay, and acts that have not reached their processor. */
export function WebhooksPanel({ found, which, onWhich }: WebhooksPanelProps) {
  const [asked, setAsked] = useState<Webhook | null>(null);
  const columns = useMemo(() => columnsOf(setAsked), []);
  const unsent = found.data?.unsent ?? [];
  return (
    <div className={styles.lists}>
      <Waiting
        title={operatorWords.list.webhooks}
        found={found}
        rows={found.data?.webhooks}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ type }) => type}
        messages={{ ...words, none: which === 'open' ? words.none : words.noneOf }}
        actions={
          <NativeSelect
            aria-label={words.which}
            className={styles.which}
            options={webhookChoices.map((id) => ({ id, label: words.choices[id] }))}
            value={which}
            onChange={({ target }) => onWhich(target.value as WebhookChoice)}
          />
        }
      />
      {unsent.length > 0 && (
        <Waiting
          title={words.unsent}
          found={found}
          rows={unsent}
          columns={unsentColumns}
          rowId={({ cardId, act, createdAt }) => `${cardId} ${act} ${createdAt}`}
          rowName={nameOf}
          messages={words}
        />
      )}
      {asked && (
        <ConfirmAct
          words={{ ...words.ask, title: words.ask.title(asked.type), cancel: operatorWords.cancel }}
          variant="primary"
          act={(send) => send(replayWebhook, { params: { id: asked.id } })}
          done={words.ask.done}
          refresh={refreshOperator}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  );
}

const errorLine = (lastError: string | null) => lastError !== null && <span className={styles.line}>{lastError}</span>;

const columnsOf = (onAsk: (webhook: Webhook) => void): readonly Column<Webhook>[] => [
  {
    id: 'type',
    title: words.columns.type,
    cell: ({ type, lastError }) => (
      <>
        <span className={styles.id}>{type}</span> {errorLine(lastError)}
      </>
    ),
  },
  { id: 'processor', title: words.columns.processor, folds: 'later', cell: ({ processor }) => processor },
  {
    id: 'received',
    title: words.columns.received,
    folds: 'first',
    labelled: true,
    cell: ({ receivedAt }) => easternTime(receivedAt),
  },
  {
    id: 'status',
    title: words.columns.status,
    cell: ({ status }) =>
      status === 'FAILED' ? (
        <StatusTag tone="bad">{words.statuses.FAILED}</StatusTag>
      ) : (
        <StatusText fill={status === 'RECEIVED' ? 'ring' : 'full'}>{words.statuses[status]}</StatusText>
      ),
  },
  { id: 'tries', title: words.columns.tries, align: 'end', labelled: true, cell: ({ attempts }) => attempts },
  {
    id: 'actions',
    title: operatorWords.actions,
    untitled: true,
    align: 'end',
    card: 'actions',
    cell: (webhook) => (
      <Button aria-label={words.replayOf(webhook.type)} onClick={() => onAsk(webhook)}>
        {words.replay}
      </Button>
    ),
  },
];

/** An act that this page does not know yet stands as the server names it. */
const nameOf = ({ act }: UnsentAct): string => words.acts[act] ?? act;

const unsentColumns: readonly Column<UnsentAct>[] = [
  {
    id: 'act',
    title: words.unsentColumns.act,
    cell: (unsent) => (
      <>
        {nameOf(unsent)} {errorLine(unsent.lastError)}
      </>
    ),
  },
  {
    id: 'card',
    title: words.unsentColumns.card,
    folds: 'first',
    labelled: true,
    cell: ({ card, business }) => (
      <>
        {titleOfCard(card)} <LastDigits digits={card.last4} />
        <span className={styles.line}>{business}</span>
      </>
    ),
  },
  {
    id: 'since',
    title: words.unsentColumns.since,
    folds: 'later',
    labelled: true,
    cell: ({ createdAt }) => easternTime(createdAt),
  },
  {
    id: 'state',
    title: words.unsentColumns.state,
    cell: ({ isRefused }) =>
      isRefused ? (
        <StatusTag tone="bad">{words.refused}</StatusTag>
      ) : (
        <StatusText fill="ring">{words.waiting}</StatusText>
      ),
  },
  { id: 'tries', title: words.unsentColumns.tries, align: 'end', labelled: true, cell: ({ attempts }) => attempts },
];
