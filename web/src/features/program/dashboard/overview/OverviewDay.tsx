import { whyNotPermitted } from '@florin/contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { shortZoneName } from '../../../../flows/time/when.ts';
import { overviewWords as words } from '../../../../messages/en/program/overview.ts';
import { usePerson } from '../../../../session/person.ts';
import { longDayText } from '../times.ts';
import { forecastQuery } from '../../../../session/queries/forecast-query.ts';

/** The day in the business's time zone, which every time on the page is in. */
export function OverviewDay() {
  const { role, permissionFlags } = usePerson();
  const enabled = whyNotPermitted('balances.view', { role, flags: permissionFlags }) === null;
  const { data } = useQuery({ ...forecastQuery(), enabled });
  return data && ` · ${words.day(longDayText(data.from), shortZoneName(data.timeZone))}`;
}
