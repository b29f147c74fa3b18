import { useQuery } from '@tanstack/react-query';
import { cardsTabsWords as words } from '../../messages/en/cards/cards-tabs.ts';
import { paths, type PagePath } from '../../paths.ts';
import { countsQuery, countText } from './counts.ts';
import { TabLinks, TabsHead, type Tab, type TabsHeadProps } from '../tabs/TabsHead.tsx';

const tabs: readonly Tab[] = [
  [paths.cards, words.tab.cards],
  [paths.cardRequests, words.tab.requests],
  [paths.cardPolicies, words.tab.policies],
  [paths.cardFunding, words.tab.funding],
  [paths.vendorLinks, words.tab.vendorLinks],
];

function useCounts(): ReadonlyMap<PagePath, string> | undefined {
  const { data } = useQuery(countsQuery());
  if (data === undefined) return undefined;
  const counts: [PagePath, number | null][] = [
    [paths.cards, data.cards],
    [paths.cardRequests, data.requests],
    [paths.cardPolicies, data.policies],
    [paths.vendorLinks, data.vendorLinks],
  ];
  return new Map(counts.flatMap(([path, count]) => (count ? [[path, countText(count)] as const] : [])));
}

/** The title of a page of /cards and the links between these pages. */
export const CardsHead = (head: TabsHeadProps) => (
  <TabsHead label={words.tabs} tabs={tabs} counts={useCounts()} {...head} />
);

/** Only the links between the pages, for a page with its own title. */
export const CardsTabs = () => <TabLinks label={words.tabs} tabs={tabs} counts={useCounts()} />;
