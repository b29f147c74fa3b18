import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { FundingRun } from '@florin/contract/card-funding';
import { Skeleton } from '../../../kit/feedback/Skeleton.tsx';
import { CardsHead } from '../../../flows/cards/CardsHead.tsx';
import { WidePage } from '../../../kit/layout/Page.tsx';
import { fundingWords as words } from '../../../messages/en/card-funding.ts';
import { pageTitles } from '../../../messages/en/pages.ts';
import { paths } from '../../../paths.ts';
import { useEpoch } from '../../../session/browser-session.ts';
import { useReason } from '../../../session/PermittedButton.tsx';
import { RunReport } from './RunReport.tsx';
import { Runs } from './Runs.tsx';
import { Schedules } from './Schedules.tsx';
import type { Order } from './queries.ts';

const OrderForm = lazy(async () => ({ default: (await import('./OrderForm.tsx')).OrderForm }));

const nothing: Order = { act: 'FUND', amount: null, cards: [], whenShort: 'NONE' };

/** The order that takes back what a run gave. */
const takeBack = ({ lines }: FundingRun): Order => ({
  ...nothing,
  act: 'DEFUND',
  cards: lines
    .filter(({ change }) => change.amount > 0)
    .map(({ cardId, change }) => ({ cardId, amount: change.amount })),
});

/**
 * /cards/funding: an order with its dry run, or what one did. A run has an address of its own: reloading after the press
 * shows what was done, and nothing that could be pressed again.
 */
export function FundPage() {
  useEpoch();
  const { run, cards } = useSearch({ from: `/signed-in${paths.cardFunding}` });
  const navigate = useNavigate();
  const reason = useReason('card-funding.run');
  const [draft, setDraft] = useState<{ number: number; order: Order }>(() => ({
    number: 0,
    order: { ...nothing, cards: idsOf(cards).map((cardId) => ({ cardId, amount: null })) },
  }));
  const show = (id: string | null) =>
    void navigate({ to: paths.cardFunding, search: id === null ? {} : { run: id }, resetScroll: id !== null });
  const begin = (order: Order) => {
    setDraft(({ number }) => ({ number: number + 1, order }));
    show(null);
  };
  return (
    <WidePage>
      <CardsHead title={pageTitles.cards} intro={words.intro}>
        {reason !== null && <p>{reason}</p>}
      </CardsHead>
      {run !== undefined ? (
        <RunReport
          id={run}
          onAgain={() => begin(nothing)}
          onTakeBack={reason === null ? (done) => begin(takeBack(done)) : null}
        />
      ) : (
        reason === null && (
          <Suspense
            fallback={
              <div aria-busy="true">
                <Skeleton shape="block" />
              </div>
            }
          >
            <OrderForm
              key={draft.number}
              start={draft.order}
              onDone={(id) => {
                setDraft(({ number }) => ({ number: number + 1, order: nothing }));
                show(id);
              }}
            />
          </Suspense>
        )
      )}
      <Schedules />
      <Runs open={run ?? null} onOpen={show} />
    </WidePage>
  );
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const idsOf = (list: string | undefined): string[] =>
  [...new Set((list ?? '').split(','))].filter((id) => uuid.test(id));
