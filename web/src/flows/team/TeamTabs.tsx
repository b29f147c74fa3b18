import { pageTitles } from '../../messages/en/pages.ts';
import { paths } from '../../paths.ts';
import { TabLinks, type Tab } from '../tabs/TabsHead.tsx';

const tabs: readonly Tab[] = [
  [paths.teamMembers, pageTitles.teamMembers],
  [paths.teamChanges, pageTitles.teamChanges],
];

/** The links between the pages of /team-members. */
export const TeamTabs = () => <TabLinks label={pageTitles.teamMembers} tabs={tabs} />;
