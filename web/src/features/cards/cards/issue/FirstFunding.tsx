import { previewFunding, runFunding } from '@florin/contract/money/card-funding';
import type { Input } from '@florin/contract/endpoint';
import { useEffect, useEffectEvent, useState } from 'react';
import { useAttempt } from '../../../../flows/requests/use-content-key.ts';
import { Button } from '../../../../kit/actions/Button.tsx';
import { FormMessage } from '../../../../kit/forms/FormMessage.tsx';
import { moneyText, usd } from '../../../../kit/text/money-parts.ts';
import { issueCardWords } from '../../../../messages/en/cards/issue-card.ts';
import { fundingWords } from '../../../../messages/en/money/card-funding.ts';
import { useSubmission } from '../../../../session/failures/use-submission.ts';
import { refetch } from '../../../../session/queries/query-client.ts';

const words = issueCardWords.issued;

interface FirstFundingProps {
  cardId: string;
  /** Cents. */
  amount: number;
  onFunded: () => void;
  /** Whether it is not known yet how it ends. */
  onUnderWay: (isUnderWay: boolean) => void;
}

/**
 * Puts on a new card what was ordered with its issue. The card stays whatever happens here; a retry is the same attempt
 * as long as it is not known whether the money has moved.
 */
export default function FirstFunding({ cardId, amount, onFunded, onUnderWay }: FirstFundingProps) {
  const { pending, message, say, submit } = useSubmission();
  const attempt = useAttempt(`first-funding ${cardId}`);
  const [left, setLeft] = useState<string | null>(null);
  const body: Input<typeof previewFunding>['body'] = { act: 'FUND', amount, cards: [{ cardId }], whenShort: 'NONE' };
  const sum = moneyText(usd(amount));
  const warn = (text: string) => say({ severity: 'warning', text, correlationId: null });
  const isUnanswered = attempt.isUnanswered(body);
  const fund = async () => {
    let basis = '';
    if (!isUnanswered) {
      const plan = await submit(previewFunding, { body });
      if (!plan?.ok) return;
      const { lines, total } = plan.body;
      // The card gets all of it, or nothing moves.
      if (total.amount !== amount) return warn(words.why(fundingWords.reasons[lines[0]?.reason ?? 'ACCOUNT_SHORT']));
      ({ basis } = plan.body);
    }
    const run = await submit(runFunding, { body: { ...body, ...attempt.begin(body, basis) } });
    attempt.end(run);
    if (run?.ok) {
      setLeft(moneyText(run.body.account.after));
      onFunded();
      void refetch({ predicate: ({ queryKey }) => /^(funding|balance|cards)/.test(String(queryKey[1])) });
    } else if (run?.code === 'VERSION_CONFLICT') warn(words.changed);
  };
  const begin = useEffectEvent(fund);
  useEffect(() => {
    const timer = setTimeout(() => void begin());
    return () => clearTimeout(timer);
  }, []);
  const isUnderWay = left === null && (pending || message === null);
  useEffect(() => onUnderWay(isUnderWay), [onUnderWay, isUnderWay]);
  if (left !== null) return <p role="status">{words.funded(sum, left)}</p>;
  if (isUnderWay) return <p role="status">{words.funding(sum)}</p>;
  return (
    <>
      <p>{isUnanswered ? words.maybeFunded(sum) : words.notFunded(sum)}</p>
      <FormMessage message={message} />
      <Button variant="primary" onClick={() => void fund()}>
        {words.retry(sum)}
      </Button>
    </>
  );
}
