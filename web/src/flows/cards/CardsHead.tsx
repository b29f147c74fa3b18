import { cardsTabsWords as words } from '../../messages/en/cards/cards-tabs.ts';
import { paths } from '../../paths.ts';
import { TabLinks, TabsHead, type Tab, type TabsHeadProps } from '../tabs/TabsHead.tsx';

const tabs: readonly Tab[] = [
  [paths.cards, words.tab.cards],
  [paths.cardRequests, words.tab.requests],
  [paths.cardPolicies, words.tab.policies],
  [paths.cardFunding, words.tab.funding],
  [paths.vendorLinks, words.tab.vendorLinks],
];

/** The title of a page of /cards and the links between these pages. */
export const CardsHead = (head: TabsHeadProps) => <TabsHead label={words.tabs} tabs={tabs} {...head} />;

/** Only the links between the pages, for a page with its own title. */
export const CardsTabs = () => <TabLinks label={words.tabs} tabs={tabs} />;
