import { freezeCard, freezeOwnCard, unfreezeCard, unfreezeOwnCard } from '@florin/contract/cards/cards';
import { previewFunding, runFunding } from '@florin/contract/money/card-funding';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { useRef, useState } from 'react';
import * as v from 'valibot';
import { call, StaleAnswer, type Answer } from '../../api.ts';
import { useAttempt } from '../../flows/requests/use-content-key.ts';
import { showSnackbar } from '../../kit/feedback/snackbar-store.ts';
import { Icon } from '../../kit/text/Icon.tsx';
import { moneyText } from '../../kit/text/money-parts.ts';
import { paletteWords as words } from '../../messages/en/shell/palette.ts';
import { errorMessage } from '../../session/failures/error-message.ts';
import { usePerson } from '../../session/person.ts';
import { fetchOrThrow, keyOf, queryClient, Refused } from '../../session/queries/query-client.ts';
import type { PaletteAct } from './commands.ts';
import styles from './Palette.module.css';

type FundAct = Extract<PaletteAct, { kind: 'fund' }>;

const orderOf = ({ act, cardId, amount }: FundAct) => ({ act, amount, cards: [{ cardId }] });

/** Computed again whenever a balance changes (session/live/stale.ts) and each time it is shown. */
const previewQuery = (act: FundAct) =>
  queryOptions({
    queryKey: [...keyOf('funding-preview-of-palette'), act.act, act.cardId, act.amount],
    queryFn: ({ signal }) => fetchOrThrow(previewFunding, { body: orderOf(act) }, signal),
    staleTime: 0,
    gcTime: 0,
  });

/** What the chosen act would do. */
export function ActPreview({ act }: { act: PaletteAct }) {
  if (act.kind === 'fund') return <FundPreview act={act} />;
  return <p className={styles.preview}>{act.kind === 'freeze' ? words.freezes : words.unfreezes}</p>;
}

function FundPreview({ act }: { act: FundAct }) {
  const { data: plan, error } = useQuery(previewQuery(act));
  if (error) return <p className={styles.preview}>{errorMessage(error, words.previewFailed).text}</p>;
  const line = plan?.lines[0];
  if (!plan || !line) return <p className={styles.preview}>{words.previewing}</p>;
  if (plan.missing.amount > 0) return <p className={styles.preview}>{words.missing(moneyText(plan.missing))}</p>;
  if (line.change.amount === 0) return <p className={styles.preview}>{words.nothingMoves}</p>;
  return (
    <dl className={styles.preview}>
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
  const [problem, setProblem] = useState<string | null>(null);

  async function send(act: PaletteAct): Promise<string | null> {
    if (act.kind !== 'fund') {
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
