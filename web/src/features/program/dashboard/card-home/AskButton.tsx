import type { RequestPeriod } from '@florin/contract/money/requests';
import type { AmountPeriod } from '@florin/contract/cards/policies/spend-rules';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { askKey, type AskProps } from '../../../../flows/requests/ask-key.ts';
import { Button } from '../../../../kit/actions/Button.tsx';
import { wasLeftOpen } from '../../../../session/kept-forms/use-kept-form.ts';

/** Its form is loaded when it is opened. */
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

interface AskButtonProps extends Omit<AskProps, 'period'> {
  variant: 'primary' | 'secondary';
  /** Of the limit that binds. */
  period?: AmountPeriod | null;
  children: ReactNode;
}

/** Opens a request, filled in with what would help. */
export function AskButton({ variant, period = null, children, ...ask }: AskButtonProps) {
  const asked: AskProps = { ...ask, period: period === null ? undefined : periods[period] };
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
