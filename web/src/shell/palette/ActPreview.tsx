import { freezeCard, freezeOwnCard, unfreezeCard, unfreezeOwnCard } from '@florin/contract/cards/cards/acts';
import { approveRequest } from '@florin/contract/money/requests';
import { previewFunding, runFunding } from '@florin/contract/money/card-funding';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useRef, useState } from 'react';
import * as v from 'valibot';
import { call, StaleAnswer } from '../../api.ts';
import { showSnackbar } from '../../kit/feedback/snackbar-store.ts';
import { Icon } from '../../kit/text/Icon.tsx';
import { moneyText, usd } from '../../kit/text/money-parts.ts';
import { paletteWords as words } from '../../messages/en/shell/palette.ts';
import { errorMessage } from '../../session/failures/error-message.ts';
import { usePerson } from '../../session/person.ts';
import { fetchOrThrow, keyOf, queryClient, Refused } from '../../session/queries/query-client.ts';
import { movesMoney, orderOf, type Command, type MoneyAct, type PaletteAct } from './commands.ts';
import styles from './Palette.module.css';
import { isSameMove, sentOrderQuery, type SentOrder } from './sent-order.ts';

/** Computed again whenever a balance changes (session/live/stale.ts) and each time it is shown. */
const previewQuery = (act: MoneyAct) =>
  queryOptions({
    queryKey: [...keyOf('funding-preview-of-palette'), orderOf(act)],
    queryFn: ({ signal }) => fetchOrThrow(previewFunding, { body: orderOf(act) }, signal),
    staleTime: 0,
    gcTime: 0,
  });

/** What the chosen act would do. */
export function ActPreview({ act }: { act: PaletteAct }) {
  if (movesMoney(act)) return <FundPreview act={act} />;
  return <p className={styles.preview}>{act.kind === 'freeze' ? words.freezes : words.unfreezes}</p>;
}

/** The requests that the act answers, or that stay beside it. */
function askedBy(act: MoneyAct): string[] {
  if (act.kind === 'fund')
    return (act.asked ?? []).map(({ who, amount }) => words.asksToo(who, moneyText(usd(amount))));
  const { who, asked, amount } = act;
  if (amount === asked) return [words.asksSame(who, moneyText(usd(asked)))];
  return [words.asksOther(who, moneyText(usd(asked)), moneyText(usd(amount)))];
}

function FundPreview({ act }: { act: MoneyAct }) {
  const { data: plan, error } = useQuery(previewQuery(act));
  if (error) return <p className={styles.preview}>{errorMessage(error, words.previewFailed).text}</p>;
  const line = plan?.lines[0];
  if (!plan || !line) return <p className={styles.preview}>{words.previewing}</p>;
  if (plan.missing.amount > 0) return <p className={styles.preview}>{words.missing(moneyText(plan.missing))}</p>;
  if (line.change.amount === 0) return <p className={styles.preview}>{words.nothingMoves}</p>;
  return (
    <dl className={styles.preview}>
      {askedBy(act).map((text) => (
        <div key={text} className={styles.asked}>
          <dt className="visually-hidden">{words.groups.request}</dt>
          <dd>{text}</dd>
        </div>
      ))}
      <div>
        <dt>{words.theCard}</dt>
        <dd>
          {moneyText(line.before)}{' '}
          <span className={styles.after}>
            <Icon of={ArrowRight} size={14} label={words.becomes} /> <b>{moneyText(line.after)}</b>
          </span>
        </dd>
      </div>
      <div>
        <dt>{words.theAccount}</dt>
        <dd>
          {moneyText(plan.account.before)}{' '}
          <span className={styles.after}>
            <Icon of={ArrowRight} size={14} label={words.becomes} /> <b>{moneyText(plan.account.after)}</b>
          </span>
        </dd>
      </div>
    </dl>
  );
}

/** The order as the preview on the screen shows it; null where nothing is agreed to yet. */
function agreedOrder(command: SentOrder['command'], typed: string): SentOrder | null {
  const { act } = command;
  const { queryKey } = previewQuery(act);
  const plan = queryClient.getQueryData(queryKey);
  const line = plan?.lines[0];
  if (!plan || !line || queryClient.getQueryState(queryKey)?.fetchStatus === 'fetching') return null;
  const { amount, currency } = line.change;
  if (amount === 0 || plan.missing.amount > 0) return null;
  const done =
    act.kind === 'approve'
      ? words.approved(moneyText(usd(act.amount)), act.name)
      : words.moved(moneyText({ amount: Math.abs(amount), currency }), act.name, amount < 0);
  return { command, typed, idempotencyKey: crypto.randomUUID(), basis: plan.basis, done, isLost: false };
}

const callOf = ({ command: { act }, idempotencyKey, basis }: SentOrder) =>
  act.kind === 'approve'
    ? call(approveRequest, {
        params: { id: act.requestId },
        body: { amount: act.amount, note: null, idempotencyKey },
      })
    : call(runFunding, { body: { ...orderOf(act), idempotencyKey, basis } });

/** Sends the order, and keeps it until there is an answer. A refusal below 500 means that nothing has moved. */
async function sendOrder(order: SentOrder) {
  const { queryKey } = sentOrderQuery();
  const keep = (kept: SentOrder | null) => queryClient.setQueryData(queryKey, kept);
  keep(order);
  let isKnown = false;
  try {
    const answer = await callOf(order);
    isKnown = answer.status < 500;
    return answer;
  } finally {
    keep(isKnown ? null : { ...order, isLost: true });
  }
}

/**
 * Carries out the chosen act. Money moves only as the preview on the screen shows: if a balance has changed since,
 * nothing happens and the new preview is shown. While an order has no answer, only that order can be sent again.
 */
export function useDoAct(onDone: () => void, why: string) {
  const { role } = usePerson();
  const isOwn = role !== 'ADMIN';
  const isBusy = useRef(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function move(command: SentOrder['command'], typed: string): Promise<string | null> {
    const { act } = command;
    const sent = queryClient.getQueryData(sentOrderQuery().queryKey) ?? null;
    if (sent !== null && !isSameMove(sent.command.act, act)) return null;
    const order = sent ?? agreedOrder(command, typed);
    if (order === null) return null;
    const answer = await sendOrder(order);
    if (answer.ok) return order.done;
    await queryClient.invalidateQueries({ queryKey: previewQuery(act).queryKey });
    if (act.kind === 'approve')
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => /request/.test(String(queryKey[1])) });
    if (answer.code !== 'VERSION_CONFLICT' && answer.code !== 'REQUEST_NOT_PENDING')
      throw new Refused(answer.body, answer.correlationId);
    setProblem(answer.code === 'VERSION_CONFLICT' ? words.changed : words.notPending);
    return null;
  }

  async function freeze(act: Exclude<PaletteAct, MoneyAct>): Promise<string | null> {
    const params = { id: act.cardId };
    const body = { reason: why.trim() || null };
    if (act.kind === 'freeze' && !v.safeParse(freezeCard.body, body).success) {
      setProblem(words.freezeReason.format);
      return null;
    }
    const answer =
      act.kind === 'freeze'
        ? await call(isOwn ? freezeOwnCard : freezeCard, { params, body })
        : await call(isOwn ? unfreezeOwnCard : unfreezeCard, { params, body: {} });
    if (!answer.ok) throw new Refused(answer.body, answer.correlationId);
    return act.kind === 'freeze' ? words.frozen(act.name) : words.unfrozen(act.name);
  }

  async function run(command: Command, act: PaletteAct, typed: string): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setProblem(null);
    try {
      const done = await (movesMoney(act) ? move({ ...command, act }, typed) : freeze(act));
      if (done === null) return;
      showSnackbar({ severity: 'success', text: done });
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => /^(own-)?(card|request)|^balance/.test(String(queryKey[1])),
      });
      onDone();
    } catch (error) {
      const task = movesMoney(act) ? words.mayBeDone : words.actFailed;
      if (!(error instanceof StaleAnswer)) setProblem(errorMessage(error, task).text);
    } finally {
      isBusy.current = false;
    }
  }
  return {
    run: (command: Command, typed: string) => {
      if (command.act) void run(command, command.act, typed);
    },
    problem,
  };
}
