import { freezeCard, freezeOwnCard, unfreezeCard, unfreezeOwnCard } from '@florin/contract/cards/cards';
import { approveRequest } from '@florin/contract/money/requests';
import { previewFunding, runFunding } from '@florin/contract/money/card-funding';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useRef, useState } from 'react';
import * as v from 'valibot';
import { call, StaleAnswer, type Answer } from '../../api.ts';
import { refreshRequests } from '../../flows/requests/queries.ts';
import { useAttempt, useContentKey } from '../../flows/requests/use-content-key.ts';
import { showSnackbar } from '../../kit/feedback/snackbar-store.ts';
import { Icon } from '../../kit/text/Icon.tsx';
import { moneyText, usd } from '../../kit/text/money-parts.ts';
import { paletteWords as words } from '../../messages/en/shell/palette.ts';
import { errorMessage } from '../../session/failures/error-message.ts';
import { usePerson } from '../../session/person.ts';
import { fetchOrThrow, keyOf, queryClient, Refused } from '../../session/queries/query-client.ts';
import type { PaletteAct } from './commands.ts';
import styles from './Palette.module.css';

type FundAct = Extract<PaletteAct, { kind: 'fund' }>;
type ApproveAct = Extract<PaletteAct, { kind: 'approve' }>;

/** What moves; an approval moves what funding the card would. */
const orderOf = (act: FundAct | ApproveAct) => ({
  act: act.kind === 'fund' ? act.act : ('FUND' as const),
  amount: act.amount,
  cards: [{ cardId: act.cardId }],
});

/** Computed again whenever a balance changes (session/live/stale.ts) and each time it is shown. */
const previewQuery = (act: FundAct | ApproveAct) =>
  queryOptions({
    queryKey: [...keyOf('funding-preview-of-palette'), orderOf(act)],
    queryFn: ({ signal }) => fetchOrThrow(previewFunding, { body: orderOf(act) }, signal),
    staleTime: 0,
    gcTime: 0,
  });

/** What the chosen act would do. */
export function ActPreview({ act }: { act: PaletteAct }) {
  if (act.kind === 'fund' || act.kind === 'approve') return <FundPreview act={act} />;
  return <p className={styles.preview}>{act.kind === 'freeze' ? words.freezes : words.unfreezes}</p>;
}

/** The requests that the act answers, or that stay beside it. */
function askedBy(act: FundAct | ApproveAct): string[] {
  if (act.kind === 'fund')
    return (act.asked ?? []).map(({ who, amount }) => words.asksToo(who, moneyText(usd(amount))));
  const { who, asked, amount } = act;
  if (amount === asked) return [words.asksSame(who, moneyText(usd(asked)))];
  return [words.asksOther(who, moneyText(usd(asked)), moneyText(usd(amount)))];
}

function FundPreview({ act }: { act: FundAct | ApproveAct }) {
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

/**
 * Carries out the chosen act. Money moves only as the preview on the screen shows: if a balance has changed since,
 * nothing happens and the new preview is shown.
 */
export function useDoAct(onDone: () => void, why: string) {
  const { role } = usePerson();
  const isOwn = role !== 'ADMIN';
  const isBusy = useRef(false);
  const attempt = useAttempt();
  const keyFor = useContentKey();
  const [problem, setProblem] = useState<string | null>(null);

  async function send(act: PaletteAct): Promise<string | null> {
    if (act.kind !== 'fund' && act.kind !== 'approve') {
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
    const query = previewQuery(act);
    const state = queryClient.getQueryState(query.queryKey);
    const plan = queryClient.getQueryData(query.queryKey);
    const line = plan?.lines[0];
    const order = orderOf(act);
    if (!plan || !line) return null;
    // A preview that is not on the screen yet has not been agreed to.
    const isAgreed = state?.fetchStatus !== 'fetching' && line.change.amount !== 0 && plan.missing.amount === 0;
    if (!isAgreed && !attempt.isUnanswered(order)) return null;
    if (act.kind === 'approve') {
      const body = { amount: act.amount, note: null, idempotencyKey: keyFor(['approve', act.requestId, act.amount]) };
      const answer = await call(approveRequest, { params: { id: act.requestId }, body });
      await refreshRequests();
      if (answer.ok) return words.approved(moneyText(usd(act.amount)), act.name);
      if (answer.code === 'REQUEST_NOT_PENDING') {
        setProblem(words.notPending);
        return null;
      }
      throw new Refused(answer.body, answer.correlationId);
    }
    let answer: Answer<typeof runFunding> | null = null;
    try {
      answer = await call(runFunding, { body: { ...order, ...attempt.begin(order, plan.basis) } });
    } finally {
      attempt.end(answer);
    }
    if (answer.ok) {
      const { amount, currency } = line.change;
      return words.moved(moneyText({ amount: Math.abs(amount), currency }), act.name, amount < 0);
    }
    await queryClient.invalidateQueries({ queryKey: query.queryKey });
    if (answer.code === 'VERSION_CONFLICT') {
      setProblem(words.changed);
      return null;
    }
    throw new Refused(answer.body, answer.correlationId);
  }

  async function run(act: PaletteAct): Promise<void> {
    if (isBusy.current) return;
    isBusy.current = true;
    setProblem(null);
    try {
      const done = await send(act);
      if (done === null) return;
      showSnackbar({ severity: 'success', text: done });
      void queryClient.invalidateQueries({
        predicate: ({ queryKey }) => /^(card|own-card|balance)/.test(String(queryKey[1])),
      });
      onDone();
    } catch (error) {
      if (!(error instanceof StaleAnswer)) setProblem(errorMessage(error, words.actFailed).text);
    } finally {
      isBusy.current = false;
    }
  }
  return { run: (act: PaletteAct) => void run(act), problem };
}
