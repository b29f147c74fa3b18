import { queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { paletteWords as words } from '../../messages/en/shell/palette.ts';
import { keyOf } from '../../session/queries/query-client.ts';
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

/** The order that is not answered; null if all are. It stays for the session, also while the palette is closed. */
export const sentOrderQuery = () =>
  queryOptions<SentOrder | null>({
    queryKey: keyOf('unanswered-order'),
    queryFn: skipToken,
    initialData: null,
    gcTime: Infinity,
    structuralSharing: false,
  });

/** The order of the palette that is not answered; null if all are. */
export const useSentOrder = (): SentOrder | null => useQuery(sentOrderQuery()).data ?? null;

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
