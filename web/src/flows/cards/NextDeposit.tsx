import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { moneyText } from '../../kit/text/money-parts.ts';
import { nextDepositWords as words } from '../../messages/en/money/next-deposit.ts';
import { paths } from '../../paths.ts';
import { forecastQuery } from '../../session/queries/forecast-query.ts';
import { useReason } from '../../session/PermittedButton.tsx';
import { calendarDay } from '../time/when.ts';

/** Where the account is short: what is on its way to it, and when it arrives; otherwise how to add money. */
export default function NextDeposit() {
  const mayRead = useReason('balances.view') === null;
  const { data } = useQuery({ ...forecastQuery(), enabled: mayRead, meta: { unshown: words.failed } });
  if (data === undefined) return null;
  const { incoming, nextDeposit } = data;
  return (
    <>
      {nextDeposit !== null && `${words.arrives(moneyText(incoming), calendarDay(nextDeposit))} `}
      <Link to={paths.bankTransfers}>{nextDeposit === null ? words.add : words.see}</Link>
    </>
  );
}
