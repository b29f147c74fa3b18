import { whyNotPermitted } from '@florin/contract/permissions';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { countsQuery, countText } from '../../flows/cards/counts.ts';
import { cardsTabsWords } from '../../messages/en/cards/cards-tabs.ts';
import { useIsRestricted, usePerson } from '../../session/person.ts';
import { pageTitles } from '../../messages/en/shell/pages.ts';

/** Requests that the person may decide, beside the link to the cards. */
export interface Work {
  /** '5', '99+' */
  count: string;
  /** The name of the link with it: 'Cards, 5 requests wait'. */
  name: string;
}

/** Reports the work that waits, now and when it changes. */
export function WaitingWork({ onChange }: { onChange: (work: Work | null) => void }) {
  const { role, permissionFlags: flags } = usePerson();
  const isRestricted = useIsRestricted();
  const { data } = useQuery({
    ...countsQuery(),
    enabled: !isRestricted && whyNotPermitted('requests.decide', { role, flags }) === null,
  });
  const waiting = data?.toDecide ?? 0;
  useEffect(() => {
    const count = countText(waiting);
    onChange(waiting === 0 ? null : { count, name: cardsTabsWords.waiting(pageTitles.cards, count) });
  }, [waiting, onChange]);
  return null;
}
