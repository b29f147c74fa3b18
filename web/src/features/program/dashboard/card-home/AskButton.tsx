import type { RequestPeriod } from '@florin/contract/requests';
import type { RequestKind } from '@florin/contract/request-states';
import type { AmountPeriod } from '@florin/contract/spend-rules';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { askKey, type AskProps } from '../../../../flows/requests/ask-key.ts';
import { Button } from '../../../../kit/actions/Button.tsx';
import { wasLeftOpen } from '../../../../session/kept-forms/use-kept-form.ts';

/** Its form is loaded when somebody asks. */
const AskDialog = lazy(async () => ({ default: (await import('../../../../flows/requests/AskDialog.tsx')).AskDialog }));

const periods: Partial<Record<AmountPeriod, RequestPeriod>> = {
  purchase: 'PURCHASE',
  day: 'DAY',
  week: 'WEEK',
  month: 'MONTH',
  quarter: 'QUARTER',
  year: 'YEAR',
  lifetime: 'LIFETIME',
};

interface AskButtonProps {
  variant: 'primary' | 'secondary';
  kind: RequestKind;
  cardId: string;
  /** Minor units: what is missing. */
  amount: number | undefined;
  /** Of the limit that binds. */
  period: AmountPeriod | null;
  merchant: string | undefined;
  children: ReactNode;
}

/** Opens a request, filled in with what would help. */
export function AskButton({ variant, kind, cardId, amount, period, merchant, children }: AskButtonProps) {
  const asked: AskProps = { kind, cardId, amount, period: period === null ? undefined : periods[period], merchant };
  const [isOpen, setOpen] = useState(() => wasLeftOpen(askKey(asked)));
  return (
    <>
      <Button variant={variant} onClick={() => setOpen(true)}>
        {children}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <AskDialog {...asked} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
