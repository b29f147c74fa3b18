import { holdsCardNumber } from '@florin/contract/cards/card-number';
import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as v from 'valibot';
import { paletteWords as words } from '../../messages/en/shell/palette.ts';
import { isFresh, keepOrder, keptOrder } from '../../session/kept-forms/kept-forms.ts';
import { userInfoQuery } from '../../session/queries/queries.ts';
import { keyOf, queryClient } from '../../session/queries/query-client.ts';
import { movesMoney, orderOf, type Command, type MoneyAct } from './commands.ts';

/** An order that was sent and is not answered. It is repeated as it was, so that money moves once. */
export interface SentOrder {
  command: Command & { act: MoneyAct };
  /** The text that it was chosen by. */
  typed: string;
  idempotencyKey: string;
  /** Of the dry run that was shown. */
  basis: string;
  /** What is said once it is known to be done. */
  done: string;
  /** It ended without an answer: it may have been carried out. */
  isLost: boolean;
}

const text = v.pipe(v.string(), v.maxLength(400));
const cents = v.pipe(v.number(), v.safeInteger());
const ofCard = { cardId: text, name: text, amount: cents };
/** What is kept of an order: nothing but what was shown, with the key that the server knows it by. */
const KeptOrder = v.object({
  command: v.object({
    id: text,
    group: v.literal('do'),
    label: text,
    detail: v.exactOptional(text),
    also: v.exactOptional(text),
    act: v.variant('kind', [
      v.object({
        kind: v.literal('fund'),
        act: v.picklist(['FUND', 'TOP_UP', 'DEFUND']),
        ...ofCard,
        asked: v.exactOptional(v.array(v.object({ who: text, amount: cents }))),
      }),
      v.object({ kind: v.literal('approve'), requestId: text, ...ofCard, who: text, asked: cents }),
    ]),
  }),
  typed: text,
  idempotencyKey: v.pipe(v.string(), v.uuid()),
  basis: text,
  done: text,
});

const queryKey = () => sentOrderQuery().queryKey;
const person = () => queryClient.getQueryData(userInfoQuery().queryKey)?.userId;

const sentOrderQuery = () =>
  queryOptions<SentOrder | null>({
    queryKey: keyOf('unanswered-order'),
    queryFn: skipToken,
    initialData: null,
    gcTime: Infinity,
    structuralSharing: false,
  });

/**
 * The order that is not answered; null if all are. A closed palette, a reload and another tab leave it: whoever has not
 * sent it does not know how it ended. It is forgotten as what is typed in forms is (decision 072).
 */
export function currentSentOrder(): SentOrder | null {
  const found = keptOrder.read();
  if (found === null || found.userId !== person() || !isFresh(found.at)) return null;
  const known = queryClient.getQueryData(queryKey()) ?? null;
  const kept = v.safeParse(KeptOrder, found.order);
  if (!kept.success) return known;
  if (known?.idempotencyKey === kept.output.idempotencyKey) return known;
  return { ...kept.output, command: { ...kept.output.command, run: () => {} }, isLost: true };
}

/** Keeps an order until it is answered; null: it is. */
export function keepSentOrder(order: SentOrder | null): void {
  queryClient.setQueryData(queryKey(), order);
  const userId = person();
  const kept = v.safeParse(KeptOrder, order && { ...order, typed: holdsCardNumber(order.typed) ? '' : order.typed });
  if (order === null) keptOrder.remove();
  else if (userId !== undefined) keepOrder(userId, kept.success ? kept.output : null);
}

/** The order of the palette that is not answered; null if all are. */
export function useSentOrder(): SentOrder | null {
  useEffect(() => {
    const read = () => void queryClient.setQueryData(queryKey(), currentSentOrder());
    read();
    // Another tab has sent it, or has the answer.
    const onStorage = ({ key }: StorageEvent) => (key === keptOrder.key || key === null) && read();
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, []);
  return useQuery(sentOrderQuery()).data ?? null;
}

/** Whether two acts move the same money for the same reason. */
export const isSameMove = (one: MoneyAct, other: MoneyAct): boolean =>
  JSON.stringify([orderOf(one), one.kind === 'approve' && one.requestId]) ===
  JSON.stringify([orderOf(other), other.kind === 'approve' && other.requestId]);

/** The commands with the order that is not answered. No other one moves money until it is. */
export function withSentOrder(commands: readonly Command[], sent: SentOrder | null): readonly Command[] {
  if (sent === null) return commands;
  const again: Command = {
    ...sent.command,
    form: undefined,
    ...(sent.isLost && { detail: words.mayBeDone, mayBeDone: true }),
  };
  const all = commands.map((command) => {
    if (!command.act || !movesMoney(command.act)) return command;
    if (isSameMove(command.act, sent.command.act)) return again;
    return { ...command, id: `other-${command.id}`, form: undefined, reason: words.unanswered };
  });
  return all.includes(again) ? all : [again, ...all];
}
